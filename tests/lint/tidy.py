#!/usr/bin/env python3
"""Runs clang-tidy (.clang-tidy) on the sources of a change: of the last commit and of what isn't committed.

usage: tidy.py ROOT BUILD CLANG_TIDY [FILE...]      exit code 1 when it finds something
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

# A change of more files than this is looked at by hand: tidy.py ROOT BUILD CLANG_TIDY FILE...
MOST = 16
DROPPED = {"-Werror", "-fno-gnu-unique", "-mno-avx256-split-unaligned-load"}


def changed(root):
    def git(*arguments):
        ran = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
        return ran.stdout.split("\n") if ran.returncode == 0 else []

    names = git("diff", "--name-only", "--diff-filter=AM", "HEAD") + git("diff", "--name-only", "--diff-filter=AM", "HEAD~1", "HEAD")
    names += git("ls-files", "-o", "--exclude-standard")
    return sorted({name for name in names if name.endswith(".cc")})


def flags_by_folder(build):
    """Folder -> how a source in it is compiled. A unity file stands for the folders of what it includes."""
    found = {}
    for entry in json.load(open(f"{build}/compile_commands.json")):
        sources = [entry["file"]]
        if "/Unity/unity_" in entry["file"] and os.path.exists(entry["file"]):
            sources = [line.split('"')[1] for line in open(entry["file"]) if line.startswith("#include")]
        words, flags, skip = shlex.split(entry["command"]), [], False
        for word in words[1:]:
            if skip or word in ("-o", "-c", "-MF", "-MT"):
                skip = not skip
            elif word not in DROPPED and word not in ("-MD",) and not word.endswith((".cc", ".cxx", "c++", "g++")):
                flags.append(word)
        for source in sources:
            found.setdefault(os.path.dirname(source), flags)
    return found


def main():
    root, build, tidy = sys.argv[1:4]
    files = sys.argv[4:] or changed(root)
    if len(files) > MOST and not sys.argv[4:]:
        print(f"{len(files)} files changed: the first {MOST} are looked at")
        files = files[:MOST]
    flags = flags_by_folder(build)

    def look(name):
        path = str(pathlib.Path(root, name).resolve())
        how = flags.get(os.path.dirname(path))
        if how is None:
            return name, 0, "not part of the build"
        ran = subprocess.run([tidy, "--quiet", path, "--", *how], cwd=build, capture_output=True, text=True)
        return name, ran.returncode, ran.stdout

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, status, text in pool.map(look, files):
            print(f"{name}: {'ok' if status == 0 else 'see below'}")
            if status != 0:
                bad += 1
                print(text)
    print(f"{len(files)} files, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
