"""Finds places of C++ sources where one small change makes a fault, and writes the change as a switch beside the code.

A place is an expression of libclang's tree that stands in the file as it is spelled (no macro), at run time (no
constexpr, template argument, case label or default argument). Places never overlap, so each stays readable alone.
"""
import dataclasses
import pathlib

from clang import cindex
from clang.cindex import CursorKind, TokenKind, TypeKind

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "*": "+", "/": "*", "%": "/", "&": "|", "|": "&",
}
ARITHMETIC = {"+", "-", "*", "/", "%", "&", "|"}
NUMBERS = {
    TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG, TypeKind.SHORT,
    TypeKind.USHORT, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE, TypeKind.BOOL, TypeKind.SCHAR,
    TypeKind.UCHAR, TypeKind.CHAR_S,
}
# The compiler evaluates the code below these, or the code belongs to another file.
SKIPPED = {
    CursorKind.STATIC_ASSERT, CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.ENUM_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL,
}


@dataclasses.dataclass
class Place:
    """Bytes [begin, end) of a file and what stands there instead when the mutant is on."""
    file: str
    line: int
    begin: int
    end: int
    before: str
    after: str
    function: str

    def describe(self):
        return f"{self.file}:{self.line}: {' '.join(self.before.split())}  ->  {' '.join(self.after.split())}"


class Finder:
    def __init__(self, root, file, arguments):
        self.file = file
        self.path = str(pathlib.Path(root) / file)
        self.text = pathlib.Path(self.path).read_bytes()
        self.unit = cindex.Index.create().parse(self.path, args=arguments,
                                                options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        self.expansions = [(c.extent.start.offset, c.extent.end.offset) for c in self.unit.cursor.get_children()
                           if c.kind in (CursorKind.MACRO_INSTANTIATION,) and self.is_here(c)]
        self.places = []

    def is_here(self, cursor):
        return cursor.location.file is not None and cursor.location.file.name == self.path

    def spelled(self, cursor):
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        if begin >= end or any(b < end and begin < e for b, e in self.expansions):
            return None
        return self.text[begin:end].decode()

    def find(self):
        if any(d.severity >= cindex.Diagnostic.Fatal for d in self.unit.diagnostics):
            return []
        for cursor in self.unit.cursor.get_children():
            if self.is_here(cursor):
                self.walk(cursor, "", False)
        return self.places

    def walk(self, cursor, function, in_body):
        kind = cursor.kind
        if kind in SKIPPED:
            return
        if kind in (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
                    CursorKind.FUNCTION_TEMPLATE, CursorKind.CONVERSION_FUNCTION):
            first = [token.spelling for token in list(cursor.get_tokens())[:8]]
            if "constexpr" in first or "consteval" in first:
                return
            for child in cursor.get_children():
                if child.kind == CursorKind.COMPOUND_STMT:
                    self.walk(child, cursor.spelling, True)
            return
        if kind == CursorKind.VAR_DECL:
            tokens = [token.spelling for token in list(cursor.get_tokens())[:6]]
            if not in_body or "constexpr" in tokens or "static" in tokens:
                return
        if kind == CursorKind.CASE_STMT:
            children = list(cursor.get_children())
            for child in children[1:]:
                self.walk(child, function, in_body)
            return
        if in_body:
            self.consider(cursor, function)
        for child in cursor.get_children():
            if kind == CursorKind.IF_STMT and self.text[cursor.extent.start.offset:][:14].startswith(b"if constexpr"):
                if child.kind not in (CursorKind.COMPOUND_STMT, CursorKind.RETURN_STMT):
                    continue
            self.walk(child, function, in_body)

    def add(self, cursor, before, after, function):
        self.places.append(Place(self.file, cursor.extent.start.line, cursor.extent.start.offset,
                                 cursor.extent.end.offset, before, after, function))

    def consider(self, cursor, function):
        if cursor.kind == CursorKind.BINARY_OPERATOR:
            self.consider_binary(cursor, function)
        elif cursor.kind == CursorKind.IF_STMT:
            condition = next(iter(cursor.get_children()), None)
            text = self.spelled(condition) if condition is not None and condition.kind.is_expression() else None
            if text and "\n" not in text:
                self.add(condition, text, f"!({text})", function)
        elif cursor.kind == CursorKind.INTEGER_LITERAL:
            text = self.spelled(cursor)
            if text and text.isdigit() and len(text) < 6:
                self.add(cursor, text, str(int(text) + 1), function)
        elif cursor.kind == CursorKind.COMPOUND_STMT:
            for child in cursor.get_children():
                if child.kind != CursorKind.CALL_EXPR:
                    continue
                text = self.spelled(child)
                if text and "\n" not in text and child.type.kind == TypeKind.VOID:
                    self.add(child, text, "", function)
        elif cursor.kind == CursorKind.CALL_EXPR:
            text = self.spelled(cursor)
            for one, other in (("std::min", "std::max"), ("std::max", "std::min"), ("std::any_of", "std::all_of"),
                               ("std::all_of", "std::any_of")):
                if text and text.startswith(one + "(") and "[" not in text:
                    self.add(cursor, text, other + text[len(one):], function)

    def consider_binary(self, cursor, function):
        children = list(cursor.get_children())
        text = self.spelled(cursor)
        if len(children) != 2 or not text:
            return
        left, right = children
        gap_begin, gap_end = left.extent.end.offset, right.extent.start.offset
        operator = self.text[gap_begin:gap_end].decode().strip()
        if operator not in SWAPS or "[&" in text or "[=" in text or "[this" in text:
            return
        if operator in ARITHMETIC:
            if any(c.type.get_canonical().kind not in NUMBERS for c in children):
                return
            if operator == "%" and any(c.type.get_canonical().kind in (TypeKind.FLOAT, TypeKind.DOUBLE)
                                       for c in children):
                return
        before_left = self.text[cursor.extent.start.offset:gap_begin].decode()
        after_right = self.text[gap_end:cursor.extent.end.offset].decode()
        self.add(cursor, text, f"({before_left}) {SWAPS[operator]} ({after_right})", function)


def find_places(root, file, arguments):
    """Returns every place of a file, in the order of the file. `arguments`: of its compilation, without the
    compiler."""
    return Finder(root, file, arguments).find()


def without_overlaps(places):
    """Returns a list in which no two places share a byte: the earlier in the list stays."""
    chosen = []
    for place in places:
        if all(place.end <= other.begin or other.end <= place.begin for other in chosen):
            chosen.append(place)
    return chosen


def write_switches(root, file, numbered):
    """Puts each (number, place) of a file behind its switch. Lines keep their numbers."""
    path = pathlib.Path(root) / file
    text = path.read_bytes()
    for number, place in sorted(numbered, key=lambda entry: -entry[1].begin):
        switch = f"::opdk_mutation::On({number})"
        if place.after == "":  # a statement: the call is left out
            code = f"if (!{switch}) {place.before}"
        else:
            code = f"({switch} ? ({place.after}) : ({place.before}))"
        text = text[:place.begin] + code.encode() + text[place.end:]
    path.write_bytes(f'#include "{root}/tests/mutation/switch.h"\n#line 1\n'.encode() + text)
