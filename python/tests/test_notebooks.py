"""The board of `model.play()` in JupyterLab and in marimo, played in a browser: a game, what is learnt, a second game."""

import contextlib
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

FOUND = os.environ.get("MENACE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
BOARD = 'matchboxes.train("hexapawn", rule="her", learner="second", games=10, seed=2).play()'

# The frame of the board, wherever the notebook has put it.
FRAME = """
const within = (root) => {
  for (const element of root.querySelectorAll("*")) {
    // A frame that is still loading has no board yet.
    const inside = element.title === "menace" && element.contentDocument;
    if (inside && inside.getElementById("status")) return inside;
    const found = element.shadowRoot && within(element.shadowRoot);
    if (found) return found;
  }
};
const page = within(document);
"""
# A click that takes one step of a game: the pawn, or the square to which it goes.
STEP = """
const can = page && [...page.querySelectorAll("#board .can")];
const to = can && can.filter((cell) => !cell.classList.contains("from"));
if (can && can.length) (to.length < can.length ? to : can)[0].click();
return page ? page.getElementById("status").textContent : "";
"""


class Browser:
    """A headless Chromium with one page, which runs scripts there."""

    def __init__(self, folder):
        quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
        command = [FOUND, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", *quiet]
        self.process = subprocess.Popen([*command, f"--user-data-dir={folder}", "about:blank"], stderr=subprocess.DEVNULL)
        port = wait(lambda: (folder / "DevToolsActivePort").read_text().split()[0])
        pages = wait(lambda: json.loads(fetch(f"http://127.0.0.1:{port}/json")))
        from websocket import create_connection

        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        self.socket, self.number = create_connection(address, timeout=60, suppress_origin=True), 0

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.socket.recv())
            if told.get("id") == self.number:
                return told["result"]

    def run(self, script):
        """What the body of an asynchronous function returns."""
        expression = f"(async () => {{ {script} }})()"
        told = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def play(self):
        """Plays a game to its end; returns how it ended."""

        def ended():
            status = self.run(FRAME + STEP)
            return status if any(word in status for word in ["won", "wins", "resigns", "draw"]) else None

        return wait(ended, every=0.3)


@pytest.fixture
def unused_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def fetch(address):
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read()


def wait(found, seconds=180, every=0.2):
    """What is found, as soon as it is there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError, IndexError, KeyError):
            if value := found():
                return value
        time.sleep(every)
    raise AssertionError("it did not come")


@contextlib.contextmanager
def notebook(tmp_path, package, command, address):
    """A browser at a notebook, whose server runs in an empty folder."""
    if FOUND is None or importlib.util.find_spec(package) is None or importlib.util.find_spec("websocket") is None:
        assert os.environ.get("MENACE_BROWSER") != "required" or FOUND, "there is no browser"
        pytest.skip(f"{package}, websocket-client or Chromium is not installed")
    browser, log = None, (tmp_path / "log").open("w")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "HOME": str(tmp_path), "TMPDIR": str(temporary)}
    server = subprocess.Popen([sys.executable, "-m", *command], cwd=tmp_path, env=environment, stdout=log, stderr=log)
    try:
        wait(lambda: fetch(address))
        browser = Browser(tmp_path / "browser")
        # A page without a focus has no current notebook.
        browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
        browser.call("Page.navigate", url=address)
        yield browser
    finally:
        for process in [server, *([browser.process] if browser else [])]:
            process.terminate()
            process.wait(20)
        log.close()
    wait(lambda: not list(temporary.glob("matchboxes-*")), 20)


def test_two_games_in_jupyterlab(tmp_path, unused_port):
    sources = [f"import matchboxes\nboard = {BOARD}\nboard", "board.games, board.model.games"]
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [cell | {"source": source, "id": f"cell-{number}"} for number, source in enumerate(sources)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    content = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "board.ipynb").write_text(json.dumps(content))
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token=t", "--LabApp.expose_app_in_browser=True"]
    command = ["jupyterlab", *options, f"--port={unused_port}", "--ServerApp.port_retries=0"]
    address = f"http://127.0.0.1:{unused_port}/lab/tree/board.ipynb?token=t"
    with notebook(tmp_path, "jupyterlab", command, address) as browser:
        book = 'const book = window.jupyterapp && [...jupyterapp.shell.widgets("main")].find((at) => at.sessionContext);'
        kernel = "const kernel = book && book.sessionContext.session?.kernel;"
        cells = 'document.querySelectorAll(".jp-CodeCell").length == 2'
        wait(lambda: browser.run(f'{book} {kernel} return {cells} && kernel?.status == "idle"'))

        def run(cell):
            active = f"jupyterapp.shell.activateById(book.id); book.content.activeCellIndex = {cell};"
            browser.run(f'{book} {active} await jupyterapp.commands.execute("notebook:run-cell")')

        def shown():
            run(0)
            time.sleep(5)
            return browser.run(FRAME + "return !!page")

        wait(shown)
        assert browser.play()
        browser.run(FRAME + 'page.getElementById("new").click()')
        time.sleep(1)
        assert browser.play()
        run(1)
        printed = 'return [...document.querySelectorAll(".jp-OutputArea-output pre")].map((at) => at.textContent).join()'
        assert wait(lambda: browser.run(printed)).strip() == "(2, 12)"


def test_two_games_in_marimo(tmp_path, unused_port):
    cells = ["import matchboxes", f"board = {BOARD}", "board"]
    shown = "\n".join(f"    {line}" for line in cells)
    (tmp_path / "board.py").write_text(f"import marimo\napp = marimo.App()\n\n@app.cell\ndef _():\n{shown}\n    return\n")
    command = ["marimo", "-q", "run", "board.py", "--headless", "--no-token", f"--port={unused_port}"]
    with notebook(tmp_path, "marimo", command, f"http://127.0.0.1:{unused_port}/") as browser:
        for learnt in [11, 12]:
            assert browser.play()
            told = FRAME + f'return page.body.textContent.includes("{learnt} games")'
            wait(lambda told=told: browser.run(told))
            browser.run(FRAME + 'page.getElementById("new").click()')
            time.sleep(1)
