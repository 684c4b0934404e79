"""The rules of comments that hold in every language."""
import re
import typing

COLUMNS = 120
# A comment that begins with one of these has no subject.
NO_SUBJECT = {"Of", "What", "Who", "Whom", "Whose", "Those", "That", "Whether", "By"}
# Words that end as a verb in the third person does and are none.
NO_VERB = {"This", "These", "As", "Its", "Always", "Thus", "Less", "Unless", "Perhaps", "Besides", "Sometimes", "Across",
           "Times", "Rows", "Bits", "Bytes", "Axes", "Columns", "Constants", "Elements", "Inputs", "Keys", "Nodes",
           "Operands", "Outputs", "Shapes", "Strides", "Types", "Values"}
VERB = re.compile(r"[A-Z][a-z-]*s\b")
WORD = re.compile(r"[`\"'(]?([A-Za-z]+)")


class Block(typing.NamedTuple):
    """A run of lines that hold nothing but a comment: lines[first:end], and the line of code behind it."""
    first: int
    end: int
    text: str
    code: str


class Finding(typing.NamedTuple):
    line: int
    rule: str
    text: str
    code: str


def wide(number, line):
    return Finding(number, "wide", f"{len(line)} columns; {COLUMNS} are the limit", line.strip())


def judged(block, is_function):
    """Yields what is wrong with the first word of a comment, if anything."""
    word = WORD.match(block.text)
    first = word.group(1) if word else ""
    if first in NO_SUBJECT:
        yield Finding(block.first + 1, "subject", block.text, block.code)
    elif is_function and (first in NO_VERB or not VERB.fullmatch(first)):
        yield Finding(block.first + 1, "verb", block.text, block.code)
