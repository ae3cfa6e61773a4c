"""Presses Ctrl-C in a terminal while a program trains: interrupt.py COMMAND...

The training must end with the code 130 and a model, and the same command must continue it to the bytes of one that was not
stopped. Under Wine this is how Ctrl-C comes on Windows.
"""

import os
import pty
import sys
import tempfile

words = [*(os.path.abspath(word) for word in sys.argv[1:]), "train", "--sets", "60", "--plots", "none", "--out", "x.menace"]
words += ["--games-per-set", "100000"]


def train(folder: str, presses: bool) -> tuple[int, str, bytes]:
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execv(words[0], words)
    said = b""
    while True:
        try:
            portion = os.read(terminal, 4096)
        except OSError:
            break
        if not portion:
            break
        said += portion
        # A training that shows its speed has begun.
        if presses and b"games/s" in said:
            os.write(terminal, b"\x03")
            presses = False
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    model = os.path.join(folder, "x.menace")
    found = b""
    if os.path.exists(model):
        with open(model, "rb") as file:
            found = file.read()
    return code, said.decode("utf-8", "replace"), found


def check(holds: bool, what: str, said: str) -> None:
    if not holds:
        sys.exit(f"Ctrl-C: {what}\n{said}")


with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as stopped:
    code, said, model = train(whole, False)
    check(code == 0 and model != b"", f"the training ends with {code}", said)
    code, said, part = train(stopped, True)
    check(code == 130, f"the stopped training ends with {code}", said)
    check(part not in (b"", model), "nothing was learnt, or all", said)
    code, said, again = train(stopped, False)
    check(code == 0 and again == model, f"continued, it ends with {code} and other bytes", said)
print("Ctrl-C: a training saves what it has learnt, ends with 130, and continues to the same bytes")
