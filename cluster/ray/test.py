"""Kills a worker and a node of a small Ray cluster during a study; `cluster/test-ray` runs it."""

import filecmp
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import ray
from ray.cluster_utils import Cluster

import study

PARTS = 24
OPTIONS = "--runs 2400 --sets 100 --rule rote --rule michie-304".split()


def workers():
    """The processes that play parts."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rsplit(") ", 1)[1].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if b"study\0" in line and b"--part\0" in line and os.environ["MENACE"].encode() in line:
            found.append(parent)
    return found


def main():
    began = time.time()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        quick = {"health_check_period_ms": 1000, "health_check_failure_threshold": 3}
        head = {"num_cpus": 1, "include_dashboard": False, "_system_config": quick}
        try:
            cluster = Cluster(initialize_head=True, head_node_args=head)
            other = cluster.add_node(num_cpus=1)
            ray.init(address=cluster.address, log_to_driver=False)
            cluster.wait_for_nodes()
        except Exception as error:  # Ray raises many kinds where it lacks memory, ports or rights.
            print(f"NOT CHECKED: studies on Ray, because it does not start here: {error}", file=sys.stderr)
            return
        # Workers import the functions of study.py by value.
        ray.cloudpickle.register_pickle_by_value(study)
        for done, number in enumerate(study.study(PARTS, OPTIONS, "study"), 1):
            if done == 3:
                # Between two parts a worker plays none for a moment.
                while not (found := workers()):
                    time.sleep(0.01)
                victim = found[0]
                os.kill(victim, signal.SIGKILL)
                print(f"killed worker {victim} after {done} of {PARTS} parts")
            if done == 8:
                cluster.remove_node(other, allow_graceful=False)
                print(f"killed a node after {done} of {PARTS} parts")
        ray.shutdown()
        cluster.shutdown()
        program = os.environ["MENACE"]
        shown = ["--csv", ".", "--plots-dir", "."]
        for name, line in [("merged", ["--merge", "../study/parts"]), ("whole", OPTIONS)]:
            os.mkdir(name)
            with open(f"{name}/study.txt", "wb") as text:
                subprocess.run([program, "study", *line, *shown], cwd=name, stdout=text, check=True)
        names = sorted(os.listdir("whole"))
        _, differ, missing = filecmp.cmpfiles("whole", "merged", names, shallow=False)
        if differ or missing or names != sorted(os.listdir("merged")):
            sys.exit(f"on Ray, these files differ from the whole study: {differ + missing}")
        seconds = round(time.time() - began)
        print(f"{PARTS} parts on Ray, a worker and a node killed: all {len(names)} files the same, {seconds} s")


if __name__ == "__main__":
    main()
