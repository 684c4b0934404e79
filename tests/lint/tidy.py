#!/usr/bin/env python3
"""Runs clang-tidy (.clang-tidy) on the sources of a change: of the last commit and of what isn't committed.

usage: tidy.py ROOT BUILD CLANG_TIDY [FILE...]      exit code 1 when it finds something, or had no time for a file
A source found clean isn't looked at again until it, a header of it, its flags or .clang-tidy changes (BUILD/tidy).
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

# No file is begun later; the next run goes on from there.
SECONDS = 780
DROPPED = {"-Werror", "-Winvalid-pch", "-fpch-preprocess", "-fno-gnu-unique", "-mno-avx256-split-unaligned-load"}


def changed(root):
    def git(*arguments):
        ran = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
        return ran.stdout.split("\n") if ran.returncode == 0 else []

    names = git("diff", "--name-only", "--diff-filter=AM", "HEAD") + git("diff", "--name-only", "--diff-filter=AM", "HEAD~1", "HEAD")
    names += git("ls-files", "-o", "--exclude-standard")
    return sorted({name for name in names if name.endswith(".cc")})


def flags_by_folder(build):
    """Returns folder -> how a source in it is compiled. A unity file stands for the folders of what it includes."""
    found = {}
    for entry in json.load(open(f"{build}/compile_commands.json")):
        sources = [entry["file"]]
        if "/Unity/unity_" in entry["file"] and os.path.exists(entry["file"]):
            sources = [line.split('"')[1] for line in open(entry["file"]) if line.startswith("#include")]
        words, flags, skip = shlex.split(entry["command"]), [], False
        for word in words[1:]:
            if skip or word in ("-o", "-c", "-MF", "-MT", "-include"):
                skip = not skip
            elif word not in DROPPED and word not in ("-MD",) and not word.endswith((".cc", ".cxx", "c++", "g++")):
                flags.append(word)
        for source in sources:
            found.setdefault(os.path.dirname(source), flags)
    return found


def key_of(root, path, how):
    """Returns a name for the source, all that it includes of the project, its compilation and the checks."""
    listed = subprocess.run(["c++", "-MM", *how, path], capture_output=True, text=True)
    if listed.returncode != 0:
        return None
    parts = listed.stdout.split(":", 1)[1].replace("\\\n", " ").split()
    digest = hashlib.sha256(" ".join(how).encode())
    for part in sorted(set(parts)) + [f"{root}/.clang-tidy"]:
        digest.update(part.encode() + pathlib.Path(part).read_bytes())
    return digest.hexdigest()


def main():
    root, build, tidy = sys.argv[1:4]
    files = sys.argv[4:] or changed(root)
    flags = flags_by_folder(build)
    clean = pathlib.Path(build, "tidy")
    clean.mkdir(exist_ok=True)
    end = time.monotonic() + SECONDS

    def look(name):
        path = str(pathlib.Path(root, name).resolve())
        how = flags.get(os.path.dirname(path))
        if how is None:
            return name, 0, "not part of the build"
        key = key_of(root, path, how)
        if key and (clean / key).exists():
            return name, 0, "ok"
        if time.monotonic() > end:
            return name, 1, "no time was left for it: run this again, what is clean is known then"
        # Named, because clang-tidy passes by a file that it finds itself and can't read.
        ran = subprocess.run([tidy, "--quiet", f"--config-file={root}/.clang-tidy", path, "--", *how],
                             cwd=build, capture_output=True, text=True)
        if key and ran.returncode == 0:
            (clean / key).touch()
        return name, ran.returncode, "ok" if ran.returncode == 0 else ran.stdout or ran.stderr

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, status, text in pool.map(look, files):
            print(f"{name}: {text if status == 0 else 'see below'}")
            if status != 0:
                bad += 1
                print(text)
    print(f"{len(files)} files, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
