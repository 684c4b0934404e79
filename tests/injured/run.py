#!/usr/bin/python3
"""Gives operators with one bug each to `opdk test` and says which bugs it finds and which it names.

usage: run.py [--opdk PROGRAM] [--work FOLDER] [--options TEXT]... [--only PATTERN] [--jobs N] [--timeout SECONDS]
              [--keep] [--json FILE] [--no-controls] [--no-bugs] [--check-data] [--slow]
              [--expected FILE] [--write-expected FILE]

Each operator of controls/ becomes a package of its own in FOLDER (default: build/injured), which is built and tested
first as it is: what fails there is a false alarm. Then each bug of bugs/ is put in by itself. --options are those of
`opdk test`; given several times, one after the other is tried until the bug is found. Options that begin with "fuzz"
are those of `opdk fuzz`. An option list of "" is the default run.

--check-data only looks whether each bug's text occurs exactly once in its file. --expected FILE: a bug that is named in
FILE and isn't found any more makes the exit code 1, as a false alarm that isn't named in FILE ("alarm NAME") does.
--slow: does nothing without OPDK_SLOW_TESTS in the environment (exit code 77).
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
CONTROLS = HERE / "controls"
KEYS = {"name", "file", "replace", "with", "kind", "fault", "names"}


def stems():
    """Returns operator -> stem of its files."""
    found = {}
    for header in sorted(CONTROLS.glob("op_proto/*/*.h")):
        for operator in re.findall(r"REG_OP\((\w+)\)", header.read_text()):
            found[operator] = header.stem
    return found


def read_bugs(operators):
    """Returns the bugs of bugs/*.toml in order; ends the program where the data is wrong."""
    bugs, errors = [], []
    for file in sorted((HERE / "bugs").glob("*.toml")):
        data = tomllib.loads(file.read_text())
        operator = data.get("operator")
        if operator not in operators:
            errors.append(f"{file.name}: no operator '{operator}' in controls")
            continue
        for bug in data["bug"]:
            where = f"{file.name}: {bug.get('name')}"
            if set(bug) != KEYS:
                errors.append(f"{where}: keys differ from {sorted(KEYS)}: {sorted(set(bug) ^ KEYS)}")
                continue
            bug["operator"] = operator
            text = (CONTROLS / bug["file"]).read_text() if (CONTROLS / bug["file"]).is_file() else ""
            if operators[operator] != pathlib.Path(bug["file"]).stem:
                errors.append(f"{where}: {bug['file']} is no file of {operator}")
            if text.count(bug["replace"]) != 1:
                errors.append(f"{where}: the text to replace occurs {text.count(bug['replace'])} times")
            if bug["replace"] == bug["with"]:
                errors.append(f"{where}: changes nothing")
            bugs.append(bug)
    for name, count in collections.Counter(bug["name"] for bug in bugs).items():
        if count > 1:
            errors.append(f"{name}: {count} bugs have this name")
    if errors:
        sys.exit("\n".join(errors))
    return bugs


class Operator:
    """A package of one operator, in which one bug after the other is put and taken out again."""

    def __init__(self, name, stem, options):
        self.name, self.options = name, options
        self.folder = options.work / name
        self.build = options.work / "build" / name
        self.alarms = set()  # checks that find something without a bug
        shutil.rmtree(self.folder, ignore_errors=True)
        for file in sorted(CONTROLS.rglob("*")):
            path = file.relative_to(CONTROLS)
            if file.is_file() and (file.stem == stem or "common" in path.parts or file.name == "CMakeLists.txt"):
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, self.folder / path)

    def try_all(self, bug):
        """Returns the row of the report, from the first options that found something."""
        started = time.monotonic()
        row = {"operator": self.name, "bug": bug and bug["name"], "kind": bug["kind"] if bug else "control",
               "fault": bug["fault"] if bug else "", "found": False, "named": False, "warned": False, "stage": "",
               "checks": [], "message": "", "seconds": 0.0}
        if bug:
            file = self.folder / bug["file"]
            original = file.read_text()
            file.write_text(original.replace(bug["replace"], bug["with"]))
        try:
            for words in self.options.options:
                answer = self.ask(shlex.split(words))
                if answer["found"] and answer["checks"] and self.alarms.issuperset(answer["checks"]):
                    answer |= {"found": False, "message": "only what is found without the bug, too"}
                row |= {"stage": words or "default", **answer}
                if answer["found"] or answer["broken"]:
                    break
            if bug and self.options.keep:
                kept = self.options.work / "kept" / bug["name"]
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(self.folder, kept)
        finally:
            if bug:
                file.write_text(original)
        row["named"] = bool(bug and row["found"] and names_fault(row["text"], bug["names"]))
        row["seconds"] = round(time.monotonic() - started, 1)
        return row

    def ask(self, words):
        fuzz = bool(words) and words[0] == "fuzz"
        shutil.rmtree(self.folder / ".opdk", ignore_errors=True)
        report = self.build.parent / f"{self.name}.json"
        report.unlink(missing_ok=True)
        command = [self.options.opdk, *([] if fuzz else ["test"]), *words, "--build-dir", str(self.build), "-j", "1"]
        if not fuzz:
            command += ["--report", f"json={report}"]
        code, text = run(command, self.folder, self.options.timeout)
        answer = {"found": False, "warned": False, "broken": "", "checks": [], "message": "", "text": text}
        if code is None:
            return answer | {"found": True, "checks": ["time"], "message": "opdk itself ran out of time"}
        if code not in (0, 1, 4) or code == 4 and not fuzz:
            # A bug that opdk refuses to load is found; one that doesn't compile is no bug of this set.
            refused = code in (3, 6, 7)
            line = next((line for line in text.splitlines() if line.startswith("error")), text[-200:])
            return answer | {"found": refused, "broken": "" if refused else f"exit code {code}: {line}",
                             "checks": ["refused"], "message": line}
        if fuzz:
            failures = re.findall(r"^(FAIL\w*\b.*(?:\n.*){0,3})", text, re.M)
            return answer | {"found": code == 1, "checks": ["search"] if code == 1 else [],
                             "message": " ".join((failures or [text[:300] if code == 1 else ""])[0].split())[:300]}
        warnings = re.findall(r"^warning: \S+: (C\d+): (.*)", text, re.M)
        messages = [message for _, message in warnings]
        answer["warned"] = bool(warnings)
        if code == 0:
            return answer | {"found": bool(warnings), "stage": "warned", "checks": sorted({code for code, _ in warnings}),
                             "text": "\n".join(messages), "message": " ".join(messages)[:300]}
        checks = collections.Counter()
        messages += re.findall(r"^FAILED derivation .*(?:\n  .*)*", text, re.M)
        data = json.loads(report.read_text())
        messages += data["opdk"]["common_traits"] + data["opdk"]["likely_faults"]
        for entry in data["report_list"]:
            case = entry["opdk"]
            result = case["result"]
            if result["outcome"] == "failed":
                findings = {(found["check"], found["message"]) for found in result["findings"]}
                checks.update({result["kind"], *(check for check, _ in findings)} - {""})
                messages += [result["reason"], *(message for _, message in findings), case["output"][-2000:]]
        return answer | {"found": True, "checks": [name for name, _ in checks.most_common()],
                         "text": "\n".join(messages), "message": " ".join(" ".join(messages).split())[:300]}


def names_fault(text, words):
    """Returns whether the text names the fault: words that every message has, and the case's own name, don't count."""
    text = re.sub(r"\(NaN, infinity or number\)", "", text)
    text = re.sub(r"^\s*((why|reproduce|again|at|data|golden|place):|judged by|max abs|in \S+\(|in .*\.so\)$).*$", "", text, flags=re.M)
    return any(re.search(word, text, re.IGNORECASE) for word in words)


def run(command, folder, limit):
    """Returns (exit code, or None after `limit` seconds; the printed text)."""
    process = subprocess.Popen(command, cwd=folder, text=True, errors="replace", stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        text, _ = process.communicate(timeout=limit)
        return process.returncode, text
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        text, _ = process.communicate()
        return None, text


def work_on(name, stem, bugs, options, tell):
    """Returns all rows of one operator; its bugs take turns, so that each build compiles only the change."""
    operator = Operator(name, stem, options)
    rows = []
    for bug in ([None] if options.controls else []) + bugs:
        rows.append(operator.try_all(bug))
        if bug is None:
            operator.alarms = set(rows[-1]["checks"])
        tell(rows[-1])
    return rows


def describe(row):
    if row["broken"]:
        state = "BROKEN"
    elif row["bug"] is None:
        state = "FALSE ALARM" if row["found"] else "control"
    else:
        state = ("named" if row["named"] else "found") if row["found"] else "MISSED"
    return (f"{state:11} {row['operator']}/{row['bug'] or 'control'} [{row['kind']}] {row['seconds']:.0f} s "
            f"{row['stage'] if row['found'] else ''} {','.join(row['checks'])}: {row['broken'] or row['message']}")


def totals(rows):
    kinds = collections.defaultdict(lambda: [0, 0, 0])
    for row in rows:
        if row["bug"] is not None:
            for kind in (row["kind"], "all"):
                kinds[kind][0] += 1
                kinds[kind][1] += row["found"]
                kinds[kind][2] += row["named"]
    lines = [f"{'kind':34} bugs found named"]
    for kind in sorted(kinds, key=lambda k: (k == "all", k)):
        lines.append(f"{kind:34} {kinds[kind][0]:4} {kinds[kind][1]:5} {kinds[kind][2]:5}")
    for stage, count in collections.Counter(r["stage"] for r in rows if r["bug"] and r["found"]).most_common():
        lines.append(f"found by {stage}: {count}")
    lines.append(f"warned of, found or not: {sum(bool(row['bug'] and row['warned']) for row in rows)}")
    controls = [row for row in rows if row["bug"] is None]
    alarms = [row["operator"] for row in controls if row["found"]]
    lines.append(f"false alarms: {len(alarms)} of {len(controls)} controls {' '.join(alarms)}")
    return "\n".join(lines)


def as_expected(rows, file):
    expected = {line.strip() for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")}
    wrong = [f"not found any more: {row['bug']}" for row in rows
             if row["bug"] in expected and not row["found"]]
    wrong += [f"false alarm: {row['operator']}: {row['message']}" for row in rows
              if row["bug"] is None and row["found"] and f"alarm {row['operator']}" not in expected]
    print("\n".join(wrong))
    return not wrong


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opdk", default=str(HERE.parents[1] / "build/bin/opdk"))
    parser.add_argument("--work", type=pathlib.Path, default=HERE.parents[1] / "build/injured")
    parser.add_argument("--options", action="append")
    parser.add_argument("--only", default="", help="a pattern of OPERATOR/BUG names")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=900)
    parser.add_argument("--keep", action="store_true", help="keep each injured package in WORK/kept")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--no-controls", dest="controls", action="store_false")
    parser.add_argument("--no-bugs", dest="bugs", action="store_false")
    parser.add_argument("--check-data", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--expected", type=pathlib.Path)
    parser.add_argument("--write-expected", type=pathlib.Path)
    options = parser.parse_args()
    options.work = options.work.resolve()
    options.options = options.options or [""]
    return options


def main():
    options = parse()
    if options.slow and "OPDK_SLOW_TESTS" not in os.environ:
        print("set OPDK_SLOW_TESTS=1; takes ten minutes or more")
        return 77
    operators = stems()
    bugs = read_bugs(operators)
    if options.check_data:
        print(f"{len(bugs)} bugs of {len(operators)} operators, each applies once")
        return 0
    if shutil.which("ccache"):
        os.environ.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
    chosen = {name: [bug for bug in bugs if options.bugs and bug["operator"] == name and
                     re.search(options.only, f"{name}/{bug['name']}")] for name in operators}
    chosen = {name: mine for name, mine in chosen.items() if mine or not options.bugs and re.search(options.only, name)}
    (options.work / "build").mkdir(parents=True, exist_ok=True)
    rows = []

    def tell(row):
        rows.append(row)
        print(describe(row), file=sys.stderr, flush=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(work_on, name, operators[name], mine, options, tell)
                for name, mine in sorted(chosen.items(), key=lambda item: -len(item[1]))]
        for job in jobs:
            job.result()
    rows.sort(key=lambda row: (row["operator"], row["bug"] is not None))
    print("\n".join(describe(row) for row in rows))
    print(totals(rows))
    if options.write_expected:
        options.write_expected.write_text("".join(sorted(
            (f"{row['bug']}\n" if row["bug"] else f"alarm {row['operator']}\n") for row in rows if row["found"])))
    if any(row["broken"] for row in rows):
        return 1
    return 0 if not options.expected or as_expected(rows, options.expected) else 1


if __name__ == "__main__":
    sys.exit(main())
