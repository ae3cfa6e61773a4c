"""Plays studies on a small Ray cluster of this machine where much goes wrong; `tools/cluster/test-ray` runs it."""

import filecmp
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import ray
from ray.cluster_utils import Cluster

import study

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ["MENACE"]
PARTS = 16
OPTIONS = "--runs 2400 --sets 60 --rule rote --rule ../rules/mine.toml".split()
SHOWN = ["--csv", ".", "--plots-dir", "."]
# Plays as the program does, but part 2 ends its worker each time, and part 3 itself.
DEADLY = f"""#!/bin/sh
case "$*" in
*"--part 2/"*) kill -KILL $PPID ;;
*"--part 3/"*) kill -SEGV $$ ;;
esac
exec {shlex.quote(PROGRAM)} "$@"
"""


def workers():
    """The processes that play parts."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rsplit(") ", 1)[1].split()[1])
            above = pathlib.Path(f"/proc/{parent}/cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if above.startswith(b"ray::play") and b"--part\0" in line and PROGRAM.encode() in line:
            found.append(parent)
    return found


def whole(name, options):
    """Plays all of a study, or shows it, into a folder."""
    os.mkdir(name)
    with open(f"{name}/study.txt", "wb") as text:
        subprocess.run([PROGRAM, "study", *options, *SHOWN], cwd=name, stdout=text, check=True)


def same(name, other, what):
    """Compares all files of two folders."""
    names = sorted(os.listdir(name))
    _, differ, missing = filecmp.cmpfiles(name, other, names, shallow=False)
    if differ or missing or names != sorted(os.listdir(other)):
        sys.exit(f"on Ray, these files differ from the whole study: {differ + missing}")
    print(f"{what}: all {len(names)} files the same", flush=True)


def started(*words, environment=None):
    """Runs the script as people do; its code and what it says."""
    line = [sys.executable, str(HERE / "study.py"), *words]
    ended = subprocess.run(line, env={**os.environ, **(environment or {})}, capture_output=True, text=True)
    return ended.returncode, ended.stderr.strip()


def refused(what, words, *line):
    """A start that must end with an error that has these words, before Ray is asked."""
    code, said = started(*line)
    if code == 0 or any(word not in said for word in words):
        sys.exit(f"{what}: not refused, or not so: {said}")
    print(f"{what}: {said}", flush=True)


def losses(cluster, other):
    """A worker and then a node are killed in the middle; a rule's file travels with the tasks."""
    for done, number in enumerate(study.study(PARTS, OPTIONS, "study"), 1):
        if done == 3:
            # Between two parts a worker plays none for a moment.
            while not (found := workers()):
                time.sleep(0.01)
            os.kill(found[0], signal.SIGKILL)
        if done == 8:
            cluster.remove_node(other, allow_graceful=False)
    whole("../merged", ["--merge", "../here/study/parts"])
    whole("../whole", OPTIONS)
    same("../whole", "../merged", f"{PARTS} parts, a worker and a node killed, a rule's file sent along")


def deaths(address):
    """A part whose worker always dies, and one whose program does, are given up; started again, only these are played."""
    pathlib.Path("deadly").write_text(DEADLY)
    os.chmod("deadly", 0o755)
    environment = {"RAY_ADDRESS": address, "MENACE": "./deadly"}
    line = ["4", *"--runs 40 --sets 2 --to deaths".split()]
    code, said = started(*line, environment=environment)
    kept = sorted(os.listdir("deaths/parts"))
    said = [line for line in said.split("\n") if line.startswith(("part 2: ", "part 3: ", "all other"))]
    if code != 1 or kept != ["1.part", "4.part"] or len(said) != 3 or "SIGSEGV" not in said[1]:
        sys.exit(f"a worker that always dies: exit {code}, {kept} kept, {said}")
    print(f"a worker and a program that always die: exit {code}, the other parts kept\n  " + "\n  ".join(said), flush=True)
    code, said = started(*line, environment={"RAY_ADDRESS": address})
    if code != 0 or "has come, 2 this time" not in said or "3 this time" in said:
        sys.exit(f"started again: exit {code}, {said}")
    whole("../of-deaths", line[1:5])
    same("../of-deaths", "deaths/merged", "started again, only these two played")


def job(dashboard):
    """Sends the script with `ray job submit`; its results must not be in the folder that Ray removes."""
    tool = pathlib.Path(sys.executable).with_name("ray")
    to = os.path.abspath("job")

    def submit(*words):
        line = [str(tool), "job", "submit", "--address", dashboard, "--working-dir", str(HERE), "--"]
        line += ["env", f"MENACE={PROGRAM}", sys.executable, "study.py", "2", "--runs", "40", "--sets", "2", *words]
        ended = subprocess.run(line, capture_output=True, text=True)
        return ended.returncode, ended.stdout + ended.stderr

    code, said = submit()
    if code == 0 or "--to: write an absolute path" not in said:
        sys.exit(f"a job whose results would be lost: exit {code}, {said}")
    code, said = submit("--to", to)
    if code != 0:
        sys.exit(f"ray job submit: exit {code}, {said}")
    whole("../of-job", "--runs 40 --sets 2".split())
    same("../of-job", f"{to}/merged", "ray job submit, refused without --to and played with it")


def main(with_job):
    began = time.time()
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/rules")
        os.mkdir(f"{folder}/here")
        os.chdir(f"{folder}/here")
        rule = subprocess.run([PROGRAM, "list", "rules", "--toml", "michie-304"], capture_output=True, check=True).stdout
        pathlib.Path("../rules/mine.toml").write_bytes(rule)
        quick = {"health_check_period_ms": 1000, "health_check_failure_threshold": 3}
        head = {"num_cpus": 1, "include_dashboard": with_job, "_system_config": quick}
        try:
            cluster = Cluster(initialize_head=True, head_node_args=head)
            other = cluster.add_node(num_cpus=1)
            ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
            cluster.wait_for_nodes()
        except Exception as error:  # Ray raises many kinds where it lacks memory, ports or rights.
            print(f"NOT CHECKED: studies on Ray, because it does not start here: {error}", file=sys.stderr)
            return
        # Workers import the functions of study.py by value.
        ray.cloudpickle.register_pickle_by_value(study)
        losses(cluster, other)
        dashboard = cluster.head_node.webui_url
        ray.shutdown()
        again = [str(PARTS), *OPTIONS, "--to", "study"]
        refused("another seed into the same folder", ["seed"], *again, "--seed", "2")
        refused("another cut of the same study", ["ask for 16 parts"], "8", *again[1:])
        refused("a file that cannot travel", ["../rules/mine.toml"], "2", "--rule", os.path.abspath("../rules/mine.toml"), "--to", "other")
        deaths(cluster.address)
        if with_job:
            job(f"http://{dashboard}")
        cluster.shutdown()
        print(f"studies on Ray: {round(time.time() - began)} s", flush=True)


if __name__ == "__main__":
    main("--job" in sys.argv)
