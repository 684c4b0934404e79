#!/usr/bin/python3
"""Puts small faults into the tree and asks the tests to notice them.

usage: run.py [--sample N] [--seed S] [--seconds T] [--jobs J] [--only PATTERN] [--tests PATTERN]
              [--min-score P] [--in-place BUILD]

A sample of N faults (default 150) of graph_core, op_impl, plugins and sdk/tools/verify is compiled into one build as
switches, so the build is made once. Every test then runs once to learn which faults it comes past; each fault is given
to those tests, the ones that come past few faults first, until one fails or T seconds (default 120) are over. Prints
each fault that survived and the share that was noticed; exit code 1 below P percent (default 85).

The tree is copied to build-mutation/tree and built there. --in-place BUILD mutates this checkout instead, which must be
a throwaway copy with a finished build in BUILD: quicker where ccache or the build can be shared. Needs python3-clang-14
and a g++ build of the tests (sdk/setup.sh --with-tests --with-mutation).
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

try:
    import mutants
except ModuleNotFoundError as error:
    # Debian's interpreter alone has Debian's modules.
    sys.exit(f"run.py: {sys.executable} has no module '{error.name}': bash sdk/setup.sh --with-tests --with-mutation, "
             "then start this file by /usr/bin/python3")

FOLDERS = ("graph_core/", "op_impl/", "op_proto/", "plugins/", "sdk/tools/verify/")
# Files that only run on other processors, or only print times.
LEFT_OUT = re.compile(r"functions_(avx2|baseline)|disturbance|/report/|/performance/|profile\.cc")
# Tests that build packages, take minutes or judge the source text.
UNFIT = re.compile(r"^(lint\.|samples\.|quickstart|sdk\.cmake|sdk\.python\.pip|sdk\.docs|conformance\.network|bench\.|Templates|CannBuild"
                   r"|DevCommand|Sanitizer|UpgradeCommand|BuildAndTest|fuzz\.)")


def shell(command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def sources(tree, only):
    listed = shell(["git", "-C", str(tree), "ls-files", "*.cc"], capture_output=True).stdout.split()
    return [f for f in listed if f.startswith(FOLDERS) and not LEFT_OUT.search(f) and re.search(only, f)]


def commands(build):
    """Returns file -> (working directory, compile command as a list)."""
    entries = json.loads((build / "compile_commands.json").read_text())
    return {entry["file"]: (entry["directory"], entry["command"].split()) for entry in entries}


def arguments_of(command):
    kept = []
    skip = False
    for word in command[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-c", "-MF", "-MT", "-include"):
            skip = word != "-c"
        elif word in ("-MD", "-fpch-preprocess", "-Winvalid-pch"):
            continue
        elif not word.endswith(("/ccache", "/c++", "/g++", ".cc")):
            kept.append(word.replace('\\"', '"'))
    return kept


def choose(tree, build, options):
    """Returns (number, place) of the sample, spread over the files by their size."""
    compiled = commands(build)
    dice = random.Random(options.seed)
    files = [f for f in sources(tree, options.only) if str(tree / f) in compiled]
    weights = [max(1, (tree / f).stat().st_size // 500) for f in files]
    wanted = collections.Counter(dice.choices(files, weights, k=options.sample * 5 // 4))
    chosen = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = {f: pool.submit(mutants.find_places, str(tree), f, arguments_of(compiled[str(tree / f)][1]))
                for f in wanted}
        for file in sorted(jobs):
            places = jobs[file].result()
            dice.shuffle(places)
            chosen += mutants.without_overlaps(places)[:wanted[file]]
    dice.shuffle(chosen)
    return list(enumerate(chosen[:options.sample]))


def compiles(tree, compiled, file):
    directory, command = compiled[str(tree / file)]
    words = [w for w in arguments_of(command)]
    made = subprocess.run(["g++", "-fsyntax-only", *words, str(tree / file)], cwd=directory, text=True,
                          capture_output=True, check=False)
    return {int(line) for line in re.findall(re.escape(file) + r":(\d+):\d+: error", made.stderr)}, made.returncode


def write(tree, build, numbered):
    """Writes the switches; what doesn't compile is left out. The mutants that are in the build."""
    compiled = commands(build)
    by_file = collections.defaultdict(list)
    for number, place in numbered:
        by_file[place.file].append((number, place))

    def settle(file):
        original = (tree / file).read_bytes()
        entries = by_file[file]
        while entries:
            mutants.write_switches(str(tree), file, entries)
            lines, code = compiles(tree, compiled, file)
            if code == 0:
                return entries
            (tree / file).write_bytes(original)
            kept = [e for e in entries if e[1].line not in lines]
            entries = kept if len(kept) < len(entries) else []
        return []

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [entry for entries in pool.map(settle, sorted(by_file)) for entry in entries]


class Tests:
    def __init__(self, build, jobs, pattern):
        self.build = build
        self.jobs = jobs
        listed = json.loads(shell(["ctest", "--test-dir", str(build), "--show-only=json-v1"], capture_output=True).stdout)
        self.tests = []
        for test in listed["tests"]:
            if "command" not in test or UNFIT.search(test["name"]) or not re.search(pattern, test["name"]):
                continue
            properties = {p["name"]: p["value"] for p in test.get("properties", [])}
            environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
            self.tests.append((test["name"], test["command"], environment, properties.get("WORKING_DIRECTORY", str(build))))
        self.seconds = {}
        self.reached = {}  # test name -> set of mutants

    def run_one(self, test, extra, limit):
        name, command, environment, directory = test
        started = time.monotonic()
        try:
            process = subprocess.Popen(command, cwd=directory, env={**os.environ, **environment, **extra},
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            code = -9
        return code, time.monotonic() - started

    def trace(self, scratch):
        """Runs each test once, without a fault, and notes the places that it comes past. Tests that fail by themselves
        are left out."""
        def one(entry):
            index, test = entry
            file = scratch / f"trace{index}"
            code, seconds = self.run_one(test, {"OPDK_MUTANT_TRACE": str(file)}, 600)
            reached = {int(n) for n in file.read_text().split()} if file.exists() else set()
            return test[0], code, seconds, reached

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for count, (name, code, seconds, reached) in enumerate(pool.map(one, enumerate(self.tests)), 1):
                if count % 200 == 0:
                    print(f"  traced {count} of {len(self.tests)} tests", flush=True)
                if code == 0 and reached:
                    self.seconds[name] = seconds
                    self.reached[name] = reached
                elif code != 0:
                    print(f"  left out, fails without a fault ({code}): {name}", flush=True)
        self.tests = [test for test in self.tests if test[0] in self.reached]

    def kill(self, number, place, limit, scratch):
        """Returns (test that noticed the fault or None, tests that came past it, seconds)."""
        extra = {"OPDK_MUTANT": str(number)}
        if place.file.startswith("graph_core/engines/ai_core/codegen/"):
            # The same library makes other kernels now: those that were kept are none of its.
            fresh = scratch / f"cache{number}"
            fresh.mkdir(mode=0o700)
            extra |= {"OPDK_CACHE_DIR": str(fresh), "TMPDIR": str(fresh)}
        past = [t for t in self.tests if number in self.reached[t[0]]]
        past.sort(key=lambda t: (self.seconds[t[0]] > 5, len(self.reached[t[0]]), self.seconds[t[0]]))
        started = time.monotonic()
        for batch in self.batches(past):
            if time.monotonic() - started > limit:
                break
            expected = sum(self.seconds[t[0]] for t in batch)
            code, _ = self.run_one(self.joined(batch), extra, 20 + 10 * expected)
            if code != 0:
                return batch[0][0] if len(batch) == 1 else f"one of {len(batch)} from {batch[0][0]}", len(past), \
                    time.monotonic() - started
        return None, len(past), time.monotonic() - started

    @staticmethod
    def batches(tests, most=40):
        """Neighbours of one gtest program run in one process."""
        def filter_of(test):
            found = [w for w in test[1] if w.startswith("--gtest_filter=")]
            return found[0][len("--gtest_filter="):] if len(test[1]) <= 3 and found else None

        programs = collections.OrderedDict()
        for position, test in enumerate(tests):
            key = (test[1][0], position // 200) if filter_of(test) else (test[0], 0)
            programs.setdefault(key, []).append(test)
        for group in programs.values():
            for i in range(0, len(group), most):
                yield group[i:i + most]

    @staticmethod
    def joined(batch):
        if len(batch) == 1:
            return batch[0]
        name, command, environment, directory = batch[0]
        filters = [w[len("--gtest_filter="):] for t in batch for w in t[1] if w.startswith("--gtest_filter=")]
        return name, [command[0], "--gtest_fail_fast", "--gtest_filter=" + ":".join(filters)], environment, directory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="a pattern of file names")
    parser.add_argument("--tests", default="", help="a pattern of test names: a quick look at one room")
    parser.add_argument("--min-score", type=float, default=85)
    parser.add_argument("--in-place", metavar="BUILD")
    options = parser.parse_args()

    root = pathlib.Path(__file__).resolve().parents[2]
    if options.in_place:
        tree, build = root, pathlib.Path(options.in_place).resolve()
    else:
        tree = root / "build-mutation/tree"
        build = tree / "build"
        shutil.rmtree(tree, ignore_errors=True)
        shell(["git", "-C", str(root), "worktree", "prune"])
        shell(["git", "clone", "--quiet", str(root), str(tree)])
    shell(["cmake", "-S", str(tree), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DOPDK_UNITY=OFF"],
          stdout=subprocess.DEVNULL)
    print("== choosing faults", flush=True)
    numbered = write(tree, build, choose(tree, build, options))
    (build / "mutants.txt").write_text("".join(f"{n} {p.describe()}\n" for n, p in numbered))
    print(f"== building with {len(numbered)} faults ({build}/mutants.txt)", flush=True)
    shell(["cmake", "--build", str(build), "-j", str(options.jobs)], stdout=subprocess.DEVNULL)
    print("== which test comes past which fault", flush=True)
    scratch = build / "mutation_traces"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    tests = Tests(build, options.jobs, options.tests)
    tests.trace(scratch)

    print("== faults", flush=True)
    survivors = []
    results = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(tests.kill, n, p, options.seconds, scratch): (n, p) for n, p in numbered}
        for done in concurrent.futures.as_completed(running):
            number, place = running[done]
            by, past, seconds = done.result()
            results[number] = {"place": place.describe(), "killed_by": by, "tests": past, "seconds": round(seconds, 1)}
            if by is None:
                survivors.append((number, place, past))
                print(f"SURVIVED {number} {place.describe()}  ({past} tests come past it)", flush=True)
    (build / "mutation.json").write_text(json.dumps(results, indent=1))
    score = 100 * (len(numbered) - len(survivors)) / max(1, len(numbered))
    print(f"{len(numbered) - len(survivors)} of {len(numbered)} faults noticed: {score:.0f} %")
    return 0 if score >= options.min_score else 1


if __name__ == "__main__":
    sys.exit(main())
