"""Gives the comments of public headers the form that Doxygen reads.

A `//` comment directly above a declaration documents it, and functions below it that it names or that have the same
name, up to the next blank line or comment. A comment behind a declaration documents that one, and the file's first
comment documents the file. Other comments stay as they are. Each staged line keeps the number of the line that it comes
from.
"""
import re

COMMENT = re.compile(r"^(\s*)//(?: (.*)|)$")
TRAILING = re.compile(r"^(\s*[^\s#}/].*?[;,}\w\"')])\s+// (.*)$")
OPENS_SCOPE = re.compile(
    r"^\s*(?:typedef\s+|template\s*<.*>\s*)*(?:inline\s+)?(namespace|class|struct|enum|union|extern \"\")(?![^{;]*\()[^;]*$",
    re.S)
CLASS_NAME = re.compile(r"\b(?:class|struct)\s+(?:[A-Z_]+\s+)?(\w+)")
NO_FUNCTION = re.compile(r"^\s*(?:using|typedef|static_assert|friend)\b")
CODE_SPAN = re.compile(r"(`[^`]*`)")


def escaped(text):
    """Returns text in which nothing but code in backticks is markup."""
    parts = CODE_SPAN.split(text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\@<>#%&*_])", r"\\\1", part) for part in parts)


def documentation(texts):
    """Lines of a comment as Doxygen's Markdown: an example, which is indented by two columns or more, becomes code."""
    result, example = [], False
    for number, text in enumerate(texts):
        before = texts[number - 1] if number else ""
        indented = text.startswith("  ")
        if not example and indented and (before.endswith(":") or not before):
            result.append("```")
            example = True
        elif example and text and not indented:
            result.append("```")
            example = False
        result.append(text if example else escaped(text))
    return [*result, "```"] if example else result


def without_literals(line):
    return re.sub(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", '""', line).split("//")[0].rstrip()


class Scopes:
    """The braces that are open, and the declaration that is being read."""

    def __init__(self):
        self.open = []  # name of a class, "" of another scope, None of a body
        self.statement = ""
        self.parentheses = 0

    def in_body(self):
        return None in self.open

    def starts(self):
        return not self.statement

    def read(self, line):
        """Reads a line of code. Returns the declaration when it ends there, or when its scope opens."""
        code = without_literals(line)
        self.statement += code + "\n"
        whole = None
        for sign in code:
            if sign in "([":
                self.parentheses += 1
            elif sign in ")]":
                self.parentheses -= 1
            elif sign == "{":
                self.open.append(self.scope())
            elif sign == "}" and self.open:
                self.open.pop()
        if self.parentheses <= 0 and not self.in_body() and re.search(r"[;{},:]$", code):
            whole, self.statement, self.parentheses = self.statement, "", 0
        return whole

    def scope(self):
        head = self.statement.rsplit("{", 1)[0] if self.statement.count("{") == 1 else self.statement
        if self.in_body() or not OPENS_SCOPE.match(head):
            return None
        name = CLASS_NAME.search(head)
        return name[1] if name else ""


def special_member(statement, name):
    """Returns the documentation of a destructor, or of a function that copies or moves; empty for other functions."""
    text = " ".join(statement.split())
    if name and f"~{name}(" in text:
        return "Destroys the object."
    own = rf"\b{name}\((?:const {name}&|{name}&&)\s*\w*\)|\boperator=\((?:const {name}&|{name}&&)"
    if name and re.search(own, text):
        return "Deleted." if "= delete" in text else "Moves." if "&&" in text else "Copies."
    return ""


def is_function(statement):
    head = re.sub(r"\boperator[^\w\s(]+", "", statement).split("=")[0]
    return "(" in head and not NO_FUNCTION.match(statement) and not OPENS_SCOPE.match(statement)


def function_name(statement):
    found = re.search(r"(operator[^\w\s(]+|[\w~]+)\s*\(", statement)
    return found[1] if found else ""


def whole_statement(lines, start):
    """Returns the declaration that begins in line `start`."""
    scopes = Scopes()
    for line in lines[start:start + 30]:
        if (statement := scopes.read(line)) is not None:
            return statement
    return lines[start]


class Header:
    def __init__(self, lines, names_file, shares, known):
        self.lines, self.staged, self.scopes, self.names_file = lines, [], Scopes(), names_file
        self.shares = shares  # whether a comment is on all functions below it, not only on overloads and names in it
        self.known = known    # documentation of functions that have no comment, by name
        self.shared = None    # (indentation, comment, function) of the comment that other functions may share
        self.column = 0     # of the comment behind a declaration, 0 without one

    def add(self, text, number):
        self.staged.append((text, number))

    def add_documentation(self, indentation, texts, number):
        for text in documentation(texts):
            self.add(f"{indentation}/// {text}", number)

    def comment(self, start):
        """Stages the comment that begins in line `start`; returns the line behind it."""
        indentation = COMMENT.match(self.lines[start])[1]
        end = start
        while end < len(self.lines) and (match := COMMENT.match(self.lines[end])) and match[1] == indentation:
            end += 1
        texts = [COMMENT.match(line)[2] or "" for line in self.lines[start:end]]
        below = self.lines[end].strip() if end < len(self.lines) else ""
        if start == 0 and self.names_file:
            self.add("/// \\file", 0)
            self.add_documentation("", texts, 0)
        elif (not below or re.match(r"[})]|#(?!define)|\w+:$", below) or self.scopes.in_body() or
              not self.scopes.starts() and self.column == 0):
            for number in range(start, end):
                self.add(self.lines[number], number)
        else:
            self.add_documentation(indentation, texts, start)
            statement = whole_statement(self.lines, end)
            self.shared = (indentation, texts, function_name(statement)) if is_function(statement) else None
        return end

    def code(self, number):
        line = self.lines[number]
        stripped = line.strip()
        if not stripped or stripped.startswith("#") or not self.scopes.in_body() and re.match(r"}|\w+:$", stripped):
            self.shared = None
        if stripped.startswith("#"):
            self.add(line, number)
            return
        if self.scopes.starts() and not self.scopes.in_body() and stripped:
            self.begin(line, number)
        trailing = TRAILING.match(line)
        self.column = 0
        if trailing and not self.scopes.in_body() and not stripped.startswith(("}", "public:", "private:")):
            self.column = line.index("// ", len(trailing[1]))
            self.add(f"{trailing[1]}  ///< {escaped(trailing[2])}", number)
        else:
            self.add(line, number)
        if stripped:
            self.scopes.read(line)

    def begin(self, line, number):
        """Documents the declaration that begins in `line` if the comment above it is another declaration's."""
        previous = self.lines[number - 1]
        if COMMENT.match(previous) or self.scopes.open and self.scopes.open[-1] is None:
            return
        indentation = line[:len(line) - len(line.lstrip())]
        statement = whole_statement(self.lines, number)
        name = self.scopes.open[-1] if self.scopes.open else ""
        if text := special_member(statement, name):
            self.add(f"{indentation}/// {text}", number)
        elif self.shared and self.shared[0] == indentation and is_function(statement) and self.is_shared_by(statement):
            self.add_documentation(indentation, self.shared[1], number)
        elif is_function(statement) and (text := self.known.get(function_name(statement))):
            self.add_documentation(indentation, [text], number)

    def is_shared_by(self, statement):
        _, texts, function = self.shared
        name = function_name(statement)
        return self.shares or name == function or bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", " ".join(texts)))

    def stage(self):
        number = 0
        while number < len(self.lines):
            match = COMMENT.match(self.lines[number])
            if match and self.column and len(match[1]) == self.column:
                self.add(f"{match[1]}///< {escaped(match[2] or '')}", number)
                number += 1
            elif match:
                self.column = 0
                number = self.comment(number)
            else:
                self.code(number)
                number += 1
        return self.staged


def stage_header(text, names_file, shares, known=None):
    """Returns (line, number of the line in `text`) of the header as Doxygen reads it.

    names_file: documents the header as a file. shares: a comment is on all functions up to the next blank line. known:
    documentation of functions without a comment, by name.
    """
    return Header(text.splitlines(), names_file, shares, known or {}).stage()
