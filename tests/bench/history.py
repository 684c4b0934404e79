#!/usr/bin/env python3
"""Keeps the times of each benchmark run in one file, and draws how they changed."""
import argparse
import datetime
import fcntl
import html
import json
import os
import pathlib
import re
import subprocess
import sys

import plot

EXAMPLES = """\
examples:
  tests/bench/run.sh                                     measures and appends to the history by itself
  tests/bench/history.py append build/bench/results.json appends a run of opdk_bench
  opdk bench Gelu --save gelu.json && tests/bench/history.py append gelu.json
  opdk_scale --opdk build/bin/opdk > scale.txt && tests/bench/history.py append scale.txt
  tests/bench/history.py plot history.svg                draws all benchmarks of this machine
  tests/bench/history.py plot history.svg --filter conv --history other.jsonl

The history lies in ${XDG_DATA_HOME:-~/.local/share}/opdk/bench/history.jsonl unless --history names another file. A line
is one time: {"date", "commit", "cpu", "cpus", "name", "value", "unit"}. A "+" behind the commit: the tree had changes.
"""
ROOT = pathlib.Path(__file__).resolve().parents[2]
KEYS = {"date": str, "commit": str, "cpu": str, "cpus": int, "name": str, "value": (int, float), "unit": str}
SCALE_ROW = re.compile(r"(\w+) +(\d+) +(\d+\.\d+) +\d+\.\d+ +\d+\.\d+(?!.*FAILED)")
LABELS, CHART, FIGURES, ROW, TOP = 430, 420, 250, 34, 78
FASTER, SLOWER, PLAIN, NOTICED = "#2e7d4f", "#c0392b", "#4a6fa5", 0.05


class Mistake(Exception):
    """A file or an option that can't be used; the text says why."""


def default_history():
    data = os.environ.get("XDG_DATA_HOME") or str(pathlib.Path.home() / ".local/share")
    return pathlib.Path(data) / "opdk/bench/history.jsonl"


def this_commit():
    """Returns the commit of this tree, "unknown" outside of git."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True).stdout
    try:
        return git("rev-parse", "--short=12", "HEAD").strip() + ("+" if git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def this_machine():
    """Returns the processor's name and the number of CPUs, as opdk_bench calls them."""
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M)
    return {"cpu": found[1] if found else "unknown", "cpus": os.cpu_count() or 1}


def measured(text, source):
    """Returns the machine and the (name, value, unit) of each time in the output of a benchmark."""
    try:
        results = json.loads(text)
    except ValueError:
        times = [(f"scale {row[1]} {row[2]}", float(row[3]), "s") for row in map(SCALE_ROW.match, text.splitlines()) if row]
        if not times:
            raise Mistake(f"{source}: neither JSON nor the table of opdk_scale") from None
        return this_machine(), times
    try:
        if "opdk_bench" in results:  # `opdk bench --save`
            machine, rows = results["machine"], [row for row in results["rows"] if "median" in row]
            times = [(row["id"], 1e3 * row["median"], "ms") for row in rows]
        else:
            machine, rows = results["context"], [row for row in results["rows"] if row["opdk_ms"]]
            times = [(f"{row['name']}/threads:{row['threads']}", row["opdk_ms"], "ms") for row in rows]
        return {"cpu": machine["cpu"], "cpus": machine["cpus"]}, times
    except (KeyError, TypeError) as error:
        raise Mistake(f"{source}: not the results of a benchmark: {error} is missing or has another type") from None


def append(options):
    try:
        text = options.results.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Mistake(f"{options.results}: can't be read: {error}") from None
    machine, times = measured(text, options.results)
    date = options.date or datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    commit = options.commit or this_commit()
    lines = "".join(json.dumps({"date": date, "commit": commit, **machine, "name": name, "value": value, "unit": unit})
                    + "\n" for name, value, unit in times)
    options.history.parent.mkdir(parents=True, exist_ok=True)
    with open(options.history, "a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # two runs at a time don't mix their lines
        file.write(lines)
    print(f"appended {len(times)} times to {options.history}")


def read(history):
    """Returns the lines of the file as dictionaries, oldest first."""
    try:
        text = history.read_text(encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{history}: can't be read: {error.strerror}; run tests/bench/run.sh first") from None
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict) or not all(isinstance(entry.get(key), kind) for key, kind in KEYS.items()):
            raise Mistake(f"{history}:{number}: not a line of a benchmark history; remove the line")
        lines.append(entry)
    return sorted(lines, key=lambda line: line["date"])


def series_of(lines, machine, pattern):
    """Returns the lines of each benchmark on the machine, by name."""
    series = {}
    for line in lines:
        if (line["cpu"], line["cpus"]) == machine and re.search(pattern, line["name"]):
            series.setdefault(line["name"], []).append(line)
    return series


def row_of(name, lines, y):
    """Returns the SVG of one benchmark: its name, its values from left to right, the last one and its change."""
    values = [line["value"] for line in lines]
    top = max(values) * 1.05 or 1
    xs = [LABELS + CHART * at / max(len(values) - 1, 1) for at in range(len(values))]
    points = [(x, y + ROW - 6 - (ROW - 10) * value / top) for x, value in zip(xs, values)]
    before = sorted(values[:-1])[(len(values) - 1) // 2] if len(values) > 1 else None
    change = values[-1] / before - 1 if before else 0
    colour = SLOWER if change > NOTICED else FASTER if change < -NOTICED else PLAIN
    joined = " ".join(f"{x:.1f},{height:.1f}" for x, height in points)
    drawn = [plot.text(LABELS - 12, y + ROW / 2 + 4, name, 10, "end"),
             plot.line(LABELS, y + ROW - 6, LABELS + CHART, y + ROW - 6, "#e2e2e2"),
             f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
    for (x, height), line in zip(points, lines):
        title = html.escape(f'{line["date"]} {line["commit"]}: {line["value"]:.4g} {line["unit"]}')
        drawn.append(f'<circle cx="{x:.1f}" cy="{height:.1f}" r="2.2" fill="{colour}"><title>{title}</title></circle>')
    figures = (f'{values[-1]:.4g} {lines[-1]["unit"]}', f"{100 * change:+.0f} %" if before else "-", str(len(values)))
    for edge, figure in zip((90, 165, 225), figures):
        drawn.append(plot.text(LABELS + CHART + edge, y + ROW / 2 + 4, figure, 10, "end", colour))
    return drawn


def draw(series, machine):
    """Returns an SVG with a line of values for each benchmark."""
    width, height = LABELS + CHART + FIGURES, TOP + ROW * len(series) + 16
    runs = sorted({line["date"] for lines in series.values() for line in lines})
    drawn = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             'font-family="DejaVu Sans, sans-serif">', f'<rect width="{width}" height="{height}" fill="#fff"/>',
             plot.text(12, 24, "opdk's times, run by run", 17),
             plot.text(12, 42, f"{machine[0]}, {machine[1]} CPUs; {runs[0]} to {runs[-1]}. Each line begins at 0. Change: "
                       "the last run against the median of the earlier ones.", 10.5, colour=plot.GREY)]
    for title, edge in (("last", 90), ("change", 165), ("runs", 225)):
        drawn.append(plot.text(LABELS + CHART + edge, TOP - 8, title, 9, "end", plot.GREY))
    for at, (name, lines) in enumerate(sorted(series.items())):
        drawn.extend(row_of(name, lines, TOP + ROW * at))
    return "\n".join([*drawn, "</svg>"]) + "\n"


def plot_history(options):
    lines = read(options.history)
    here = this_machine()
    machine = (here["cpu"], here["cpus"])
    if lines and options.machine:
        chosen = [line for line in lines if re.search(options.machine, line["cpu"])]
        machine = (chosen[-1]["cpu"], chosen[-1]["cpus"]) if chosen else ("", 0)
    series = series_of(lines, machine, options.filter)
    if not series:
        known = "; ".join(sorted({f'{line["cpu"]}, {line["cpus"]} CPUs' for line in lines})) or "no line"
        raise Mistake(f"{options.history}: no benchmark of the machine matches --filter '{options.filter}'; "
                      f"the file has: {known} (--machine chooses)")
    options.svg.write_text(draw(series, machine), encoding="utf-8")
    print(f"wrote {options.svg}: {len(series)} benchmarks")


def expression(text):
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}") from None
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    adds = commands.add_parser("append", help="append the times of one run")
    adds.add_argument("results", type=pathlib.Path, help="results.json, a file of opdk bench --save, or opdk_scale's table")
    adds.add_argument("--commit", help="commit that was measured (default: that of this tree)")
    adds.add_argument("--date", help="when it was measured, ISO 8601 (default: now)")
    draws = commands.add_parser("plot", help="draw the history as SVG")
    draws.add_argument("svg", type=pathlib.Path)
    draws.add_argument("--filter", type=expression, default=".", help="only benchmarks whose name matches")
    draws.add_argument("--machine", type=expression, help="the latest machine whose processor matches (default: this one)")
    for command in (adds, draws):
        command.add_argument("--history", type=pathlib.Path, default=default_history(), help="file (default: %(default)s)")
    options = parser.parse_args()
    try:
        (append if options.command == "append" else plot_history)(options)
    except (Mistake, OSError) as error:
        print(f"history.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
