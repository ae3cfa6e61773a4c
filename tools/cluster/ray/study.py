#!/usr/bin/env python3
"""Plays a study in parts on a Ray cluster and puts it together.

    python study.py PARTS OPTION... [--to FOLDER]

The options are those of `menace study`, such as --runs 100000 --exact; MENACE_COMMAND=sweep plays a sweep instead.
Every part is one task of one core; it calls the program, which must be on the path of every node, or where MENACE
says. Files that the options name, by relative paths, go with the task. The bytes of a part come back through Ray as
soon as it is played, so nodes need no common disk. What has come stays in FOLDER/parts (default: study/parts):
started again, only the missing parts are played. The results are in FOLDER/merged.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import ray

MENACE = os.environ.get("MENACE", "menace")
COMMAND = os.environ.get("MENACE_COMMAND", "study")
# How often a part is begun whose worker, node or program is killed each time.
TRIES = 4
# The code of a program that was asked to stop, as when its node is taken away with a warning.
STOPPED = 130


@ray.remote(num_cpus=1, max_retries=0)
def play(menace, command, share, options, place, files):
    """Plays one part in the folder `place` below a temporary one, where its files are as on the computer that asked;
    returns the bytes of the part, or None and why there are none, and whether it was killed."""
    with tempfile.TemporaryDirectory() as root:
        for path, content in [(place + "/", None), *files.items()]:
            path = pathlib.Path(root + path)
            (path.parent if content is not None else path).mkdir(parents=True, exist_ok=True)
            if content is not None:
                path.write_bytes(content)
        path = pathlib.Path(root, "x.part")
        line = [menace, command, *options, "--part", share, "--out", str(path)]
        one_core = {**os.environ, "RAYON_NUM_THREADS": "1"}
        try:
            ended = subprocess.run(line, cwd=root + place, env=one_core, capture_output=True, text=True)
        except OSError as error:
            return None, f"{menace} does not run on {os.uname().nodename}: {error.strerror}", False
        if ended.returncode < 0:
            return None, f"{menace} was killed by {signal.Signals(-ended.returncode).name}", True
        if ended.returncode == STOPPED:
            return None, f"{menace} was stopped by a signal", True
        if ended.returncode != 0:
            return None, ended.stderr.strip() or f"{menace} ended with {ended.returncode}", False
        return path.read_bytes(), None, False


def files_in(words):
    """The content, by absolute path, of all files that these words name, also inside of words such as
    --rule=my.toml and mix:0.5*my.menace:greedy+0.5*random, and of the files that grids name."""
    found, words = {}, list(words)
    while words:
        word = words.pop()
        ends = [-1, *(i for i, letter in enumerate(word) if letter in "=:*+,"), len(word)]
        named = {word[i + 1 : j] for i in ends for j in ends if i < j}
        for name in filter(os.path.isfile, named):
            if os.path.isabs(name):
                relative = os.path.relpath(name)
                raise RuntimeError(f"{name} may not be on the other nodes; write {relative}, and it goes with the tasks")
            path = os.path.abspath(name)
            if path not in found:
                found[path] = pathlib.Path(path).read_bytes()
                if name.endswith(".toml"):
                    text = found[path].decode(errors="replace")
                    words += re.findall(r'"([^"\n]+)"', text) + re.findall(r"'([^'\n]+)'", text)
    return found


def missing(parts, options, folder):
    """The numbers of the parts that are still to be played into this folder; an error if it has another study."""
    line = [MENACE, COMMAND, *options, "--out", str(folder), "--missing", str(parts)]
    try:
        ended = subprocess.run(line, capture_output=True, text=True)
    except OSError as error:
        raise RuntimeError(f"{MENACE} does not run here: {error.strerror}; MENACE=/path/to/menace names the program")
    if ended.returncode != 0:
        hint = "; for another study take another folder, with --to" if ended.returncode == 1 else ""
        raise RuntimeError(f"{ended.stderr.strip()}{hint}")
    return [int(number) for number in ended.stdout.split()]


def study(parts, options, to):
    """Plays the missing parts; yields the number of each as it comes. Those that cannot be played are an error at the
    end, when all others have come."""
    folder = pathlib.Path(to, "parts")
    wanted, files = missing(parts, options, folder), files_in(options)
    folder.mkdir(parents=True, exist_ok=True)
    if wanted:
        if not ray.is_initialized():
            ray.init()
        files = ray.put(files)
    menace = os.path.abspath(MENACE) if "/" in MENACE else MENACE

    def begin(number):
        return play.remote(menace, COMMAND, f"{number}/{parts}", options, os.getcwd(), files)

    waiting, tries, failed = {begin(number): number for number in wanted}, {}, {}
    while waiting:
        [ready], _ = ray.wait(list(waiting))
        number = waiting.pop(ready)
        try:
            content, why, killed = ray.get(ready)
        except ray.exceptions.RayTaskError as error:
            content, why, killed = None, str(error.cause), False
        except ray.exceptions.RayError as error:
            content, why, killed = None, str(error).strip().split("\n")[0], True
        if content is not None:
            partly = folder / f".{number}"
            partly.write_bytes(content)
            partly.rename(folder / f"{number}.part")
            yield number
            continue
        tries[number] = tries.get(number, 0) + 1
        if killed and tries[number] < TRIES:
            waiting[begin(number)] = number
        else:
            failed[number] = f"part {number}: {why}" + (f", {TRIES} times" if killed else "")
    if failed:
        reasons = "\n".join(failed[number] for number in sorted(failed))
        raise RuntimeError(f"{reasons}\nall other parts are kept; the same command plays these again")


def main(words):
    to = "study"
    if "--to" in words[:-1]:
        at = words.index("--to")
        to = words[at + 1]
        del words[at : at + 2]
    if len(words) < 2 or not words[0].isdigit() or int(words[0]) == 0:
        sys.exit(__doc__)
    # There Ray puts the working directory of a submitted job, and removes it later.
    if "runtime_resources" in pathlib.Path(to).resolve().parts:
        sys.exit("--to: write an absolute path on a disk of the head node; Ray removes the folder of a job")
    try:
        for done, number in enumerate(study(int(words[0]), words[1:], to), 1):
            print(f"part {number} has come, {done} this time", file=sys.stderr, flush=True)
    except (RuntimeError, OSError) as error:
        sys.exit(str(error))
    merged = pathlib.Path(to, "merged")
    merged.mkdir(exist_ok=True)
    menace = os.path.abspath(MENACE) if "/" in MENACE else MENACE
    line = [menace, COMMAND, "--merge", "../parts", "--csv", ".", "--plots-dir", "."]
    with open(merged / f"{COMMAND}.txt", "wb") as text:
        sys.exit(subprocess.run(line, cwd=merged, stdout=text).returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
