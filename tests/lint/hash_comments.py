"""Findings in the comments of languages whose comments begin with '#': Python, CMake, shell and YAML.

comments.py calls findings_of(). In Python a docstring counts as a comment on what it describes.
"""
import ast
import io
import re
import tokenize

import comment_rules

SUFFIXES = {".py": "python", ".cmake": "cmake", ".sh": "shell", ".yaml": "yaml", ".yml": "yaml"}
# The line behind a comment on a function.
FUNCTION = {"python": re.compile(r"\s*(async )?def "), "cmake": re.compile(r"\s*(function|macro)\("),
            "shell": re.compile(r"[\w-]+\(\) *[{(]"), "yaml": re.compile(r"(?!)")}
INSTRUCTION = re.compile(r"#(!|.*\b(noqa|type:|pylint|shellcheck|yaml-language-server)\b| expect: )")
TRAILING = re.compile(r"""^[^"'#]*\s#\s""")


def language_of(path):
    """Returns the language of a file, None for one without comments that begin with '#'."""
    if path.name == "CMakeLists.txt":
        return "cmake"
    if path.suffix in SUFFIXES:
        return SUFFIXES[path.suffix]
    if path.suffix:
        return None
    with open(path, "rb") as file:
        first = file.readline(80)
    return ("python" if b"python" in first else "shell") if first.startswith(b"#!") else None


def starts_of(text, language):
    """Returns the numbers, from 0, of the lines that hold nothing but a comment."""
    if language != "python":
        return {at for at, line in enumerate(text.split("\n")) if line.lstrip().startswith("#")}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0] - 1 for token in tokens if token.type == tokenize.COMMENT and token.line.lstrip()[0] == "#"}


def blocks_of(text, language):
    lines = text.split("\n")
    starts = {at for at in starts_of(text, language) if not INSTRUCTION.match(lines[at].lstrip())}
    for first in sorted(at for at in starts if at - 1 not in starts):
        end = first
        while end in starts:
            end += 1
        behind = end
        while language == "python" and behind < len(lines) and lines[behind].lstrip().startswith("@"):
            behind += 1
        words = " ".join(line.strip().lstrip("#").strip() for line in lines[first:end])
        yield comment_rules.Block(first, end, words, lines[behind] if behind < len(lines) else "")


def docstrings_of(text):
    """Yields the docstrings of modules, classes and functions as blocks; a property's counts as a field's."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        words = ast.get_docstring(node)
        if not words:
            continue
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        is_property = is_function and any("property" in ast.unparse(name) for name in node.decorator_list)
        shown = f"def {node.name}" if is_function and not is_property else f"class {getattr(node, 'name', '')}"
        yield comment_rules.Block(node.body[0].lineno - 1, node.body[0].end_lineno, " ".join(words.split()), shown)


def findings_of(text, language):
    blocks = list(blocks_of(text, language))
    docstrings = list(docstrings_of(text)) if language == "python" else []
    inside = {at for block in (*blocks, *docstrings) for at in range(block.first, block.end)}
    for at, line in enumerate(text.split("\n")):
        if len(line) > comment_rules.COLUMNS and (at in inside or TRAILING.match(line)):
            yield comment_rules.wide(at + 1, line)
    for block in (*blocks, *docstrings):
        is_function = bool(FUNCTION[language].match(block.code)) and (block.first > 3 or block in docstrings)
        yield from comment_rules.judged(block, is_function)
