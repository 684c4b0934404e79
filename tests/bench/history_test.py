#!/usr/bin/env python3
"""Tests history.py as a user calls it."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree

HISTORY = pathlib.Path(__file__).with_name("history.py")
SCALE = """form               nodes         s     CPU s CPU us/node
identities            70      0.25      0.20    2857.1
identities           140      0.50      0.40    2857.1  over the limit
identities           280      0.01      0.00       0.1  FAILED, see identities_280.log
"""


def results(milliseconds, cpu="A CPU", name="add"):
    rows = [{"name": name, "threads": 2, "opdk_ms": milliseconds},
            {"name": "refused", "threads": 2, "opdk_ms": None, "error": "E2002"}]
    return json.dumps({"context": {"cpu": cpu, "cpus": 4}, "rows": rows})


class History(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.folder = pathlib.Path(self.directory.name)
        self.file = self.folder / "kept/history.jsonl"

    def call(self, *arguments, code=0, **environment):
        ran = subprocess.run([sys.executable, "-B", str(HISTORY), *map(str, arguments)], capture_output=True, text=True,
                             check=False, env={**os.environ, **environment})
        self.assertEqual(ran.returncode, code, ran.stderr)
        return ran.stdout + ran.stderr

    def append(self, text, *arguments, **options):
        source = self.folder / "results"
        source.write_text(text)
        return self.call("append", source, "--history", self.file, *arguments, **options)

    def lines(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()]

    def test_each_run_appends_a_line_for_each_time(self):
        self.append(results(2.5), "--commit", "abc", "--date", "2026-01-02")
        self.append(results(1.5), "--commit", "def", "--date", "2026-01-03")
        first = {"date": "2026-01-02", "commit": "abc", "cpu": "A CPU", "cpus": 4, "name": "add/threads:2", "value": 2.5,
                 "unit": "ms"}
        self.assertEqual(self.lines(), [first, {**first, "date": "2026-01-03", "commit": "def", "value": 1.5}])

    def test_date_and_commit_default_to_now_and_to_the_tree(self):
        self.append(results(1))
        self.assertRegex(self.lines()[0]["date"], r"^\d{4}-\d\d-\d\dT[\d:]+\+00:00$")
        self.assertRegex(self.lines()[0]["commit"], r"^([0-9a-f]{12}\+?|unknown)$")

    def test_saved_times_of_opdk_bench_are_in_milliseconds(self):
        rows = [{"id": "Add/small/1 threads", "median": 0.002}, {"id": "Add/odd/1 threads", "unsupported": True}]
        self.append(json.dumps({"opdk_bench": 1, "machine": {"cpu": "B", "cpus": 2}, "rows": rows}))
        self.assertEqual([(line["name"], line["value"]) for line in self.lines()], [("Add/small/1 threads", 2.0)])

    def test_table_of_opdk_scale_is_read_without_rows_that_failed(self):
        self.append(SCALE)
        self.assertEqual([(line["name"], line["value"], line["unit"]) for line in self.lines()],
                         [("scale identities 70", 0.25, "s"), ("scale identities 140", 0.5, "s")])

    def test_history_lies_in_the_data_directory(self):
        source = self.folder / "results"
        source.write_text(results(1))
        self.call("append", source, XDG_DATA_HOME=str(self.folder / "data"))
        self.assertTrue((self.folder / "data/opdk/bench/history.jsonl").is_file())

    def test_results_of_another_program_are_refused(self):
        self.assertIn("neither JSON nor the table", self.append("nothing", code=1))
        self.assertIn("not the results of a benchmark: 'context'", self.append('{"rows": []}', code=1))
        self.assertFalse(self.file.exists())

    def test_plot_shows_the_values_and_the_change_of_one_machine(self):
        for day, value in enumerate((2, 2, 1), 1):
            self.append(results(value), "--date", f"2026-01-0{day}")
        self.append(results(7, cpu="Another", name="mul"))
        picture = self.folder / "history.svg"
        self.call("plot", picture, "--history", self.file, "--machine", "A CPU")
        drawn = picture.read_text()
        tree.fromstring(drawn)
        self.assertEqual(len(re.findall("<polyline", drawn)), 1)
        self.assertEqual(len(re.findall("<circle", drawn)), 3)
        for shown in ("add/threads:2", "1 ms", "-50 %", "2026-01-03"):
            self.assertIn(shown, drawn)
        self.assertNotIn("mul/threads:2", drawn)

    def test_plot_without_a_matching_benchmark_names_the_machines_of_the_file(self):
        self.append(results(2))
        said = self.call("plot", self.folder / "x.svg", "--history", self.file, "--machine", ".", "--filter", "conv", code=1)
        self.assertIn("matches --filter 'conv'", said)
        self.assertIn("A CPU, 4 CPUs", said)

    def test_broken_line_is_named(self):
        self.append(results(2))
        with open(self.file, "a", encoding="utf-8") as file:
            file.write('{"date": \n')
        self.assertIn("history.jsonl:2: not a line", self.call("plot", "x.svg", "--history", self.file, code=1))

    def test_missing_history_names_the_command_that_makes_it(self):
        self.assertIn("run tests/bench/run.sh first", self.call("plot", "x.svg", "--history", self.file, code=1))

    def test_help_has_examples(self):
        self.assertIn("history.py plot history.svg --filter", self.call("--help"))


if __name__ == "__main__":
    unittest.main()
