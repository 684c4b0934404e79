"""Provokes every error code and proves sdk/docs/errors.md with what comes out.

  run.py OPDK SOURCE BUILD [CODE...]

Each E*.sh beside this file is run in an empty directory; "# exit N" in it names an exit code that isn't its class's.
The rest are functions of opdk_error_programs. An example of errors.md is the error that appears, in which "…" stands
for anything, or the command that the script runs.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXIT = {"1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 1, "8": 8, "9": 70}


def documented(source):
    """Returns code -> the lines of its example."""
    text = open(f"{source}/sdk/docs/errors.md").read()
    found = {}
    for part in re.split(r"^### ", text, flags=re.M)[1:]:
        code = part[:5]
        found[code] = [line.strip() for line in part.splitlines() if line.startswith("      ")]
    return found


def run(code, opdk, source, build):
    script = f"{HERE}/{code}.sh"
    with tempfile.TemporaryDirectory() as work:
        packages = f"{build}/test_packages"
        env = {
            "BUILD": build, "HOME": work, "PATH": f"{os.path.dirname(opdk)}:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            "OPDK_CACHE_DIR": f"{build}/tests/errors_cache", "SOURCE": source, "PACKAGES": f"{build}/tests/packages",
            "BUILTIN": f"{build}/lib/opdk/builtin", "DIGITS": f"{build}/bench/plugins",
            "MISBEHAVING": f"{packages}/misbehaving", "BENCH_1": f"{packages}/bench_1", "BENCH_3": f"{packages}/bench_3",
        }
        command = ["bash", script] if os.path.exists(script) else [f"{build}/bin/opdk_error_programs", code]
        os.chmod(work, 0o755)
        ran = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, umask=0o022)
        return ran.returncode, (ran.stdout + ran.stderr).replace(work, ".").replace(build, "BUILD")


def proves(example, output, script):
    if re.match(r"(error )?E\d{4}", example[0]):
        wanted = r"\s*".join(".*".join(re.escape(part) for part in line.split("…")) for line in example)
        return re.search(wanted, output, re.S) is not None
    return all(line in script for line in example)


def main():
    opdk, source, build = sys.argv[1:4]
    examples = documented(source)
    wrong = []
    only = sys.argv[4:]
    for code, example in examples.items():
        if only and code not in only:
            continue
        status, output = run(code, opdk, source, build)
        script = f"{HERE}/{code}.sh"
        text = open(script).read() if os.path.exists(script) else ""
        own = re.search(r"^# exit (\d+)", text, re.M)
        expected = int(own[1]) if own else EXIT[code[1]]
        if code not in output:
            wrong.append(f"{code}: it doesn't appear:\n{output}")
        elif status != expected:
            wrong.append(f"{code}: exit code {status}, not {expected}:\n{output}")
        elif not example or not proves(example, output, text):
            wrong.append(f"{code}: errors.md shows {example}, but this comes out:\n{output}")
        print(code, "ok" if not wrong or not wrong[-1].startswith(code) else "WRONG", flush=True)
    unknown = {name[:5] for name in os.listdir(HERE) if re.fullmatch(r"E\d{4}\.sh", name)} - examples.keys()
    wrong += [f"{code}: errors.md doesn't know it" for code in sorted(unknown)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
