#!/usr/bin/env python3
"""Plays a study in parts on a Ray cluster and puts it together.

    python study.py PARTS OPTION... [--to FOLDER]

The options are those of `menace study`, such as --runs 100000 --exact. Every part is one task of one core; it calls
the program, which must be on the path of every node, or where MENACE says. The bytes of a part come back through
Ray as soon as it is played, so nodes need no common disk, and Ray repeats the parts of a node that is lost. What
has come stays in FOLDER/parts (default: study/parts): started again, only the missing parts are played. MENACE_COMMAND=sweep
plays a sweep instead of a study.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import ray

MENACE = os.environ.get("MENACE", "menace")
COMMAND = os.environ.get("MENACE_COMMAND", "study")


@ray.remote(num_cpus=1, max_retries=-1)
def play(part, parts, options, command):
    """Plays one part; returns its number and the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "x.part")
        line = [MENACE, command, *options, "--part", f"{part}/{parts}", "--out", str(path)]
        one_core = {**os.environ, "RAYON_NUM_THREADS": "1"}
        ended = subprocess.run(line, env=one_core, capture_output=True, text=True)
        if ended.returncode != 0:
            raise RuntimeError(f"part {part}: {ended.stderr}")
        return part, path.read_bytes()


def study(parts, options, to):
    """Plays the missing parts; yields the number of each as it comes."""
    folder = pathlib.Path(to, "parts")
    folder.mkdir(parents=True, exist_ok=True)
    missing = [i for i in range(1, parts + 1) if not (folder / f"{i}.part").exists()]
    waiting = [play.remote(i, parts, options, COMMAND) for i in missing]
    while waiting:
        ready, waiting = ray.wait(waiting)
        number, content = ray.get(ready[0])
        partly = folder / f".{number}.part"
        partly.write_bytes(content)
        partly.rename(folder / f"{number}.part")
        yield number


def main(words):
    to = "study"
    if "--to" in words:
        at = words.index("--to")
        to = words[at + 1]
        del words[at : at + 2]
    if len(words) < 2 or not words[0].isdigit():
        sys.exit(__doc__)
    parts, options = int(words[0]), words[1:]
    ray.init()
    for done, number in enumerate(study(parts, options, to), 1):
        print(f"part {number} has come, {done} this time", file=sys.stderr, flush=True)
    merged = pathlib.Path(to, "merged")
    merged.mkdir(exist_ok=True)
    line = [MENACE, COMMAND, "--merge", "../parts", "--csv", ".", "--plots-dir", "."]
    with open(merged / f"{COMMAND}.txt", "wb") as text:
        subprocess.run(line, cwd=merged, stdout=text, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
