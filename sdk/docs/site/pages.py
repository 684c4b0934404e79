"""Stages the pages of sdk/docs and the samples for MkDocs, and says their navigation."""
import pathlib
import re

SHOWN = {".cc", ".h", ".py", ".yaml", ".json", ".txt", ".sh"}
LANGUAGES = {".cc": "cpp", ".h": "cpp", ".py": "python", ".yaml": "yaml", ".json": "json", ".txt": "text", ".sh": "bash"}
MAX_SHOWN = 20_000  # bytes of a sample's file
SAMPLE_LINK = re.compile(r"\]\(\.\./\.\./samples/(\w+)(?:/[^)#]*)?\)")
HEADER_SPAN = re.compile(r"(?<!\[)`([\w/]+\.h)`(?!\])")
FENCE = re.compile(r"^( *)```(\w+) ([\w./-]+)$", re.M)


def outside_of_code(text, change):
    """Changes the text between fenced and indented blocks of code."""
    parts = re.split(r"(^( *)```.*?^\2```$|^    [^\n]*$)", text, flags=re.M | re.S)
    # The pattern has two groups: each match adds the block and its indentation.
    return "".join(change(part) if number % 3 == 0 else part if number % 3 == 1 else ""
                   for number, part in enumerate(parts))


def page_text(text, headers, up):
    """Returns the Markdown of a page as MkDocs reads it. `headers`: page of each public header; `up`: way to the site's
    root."""
    def change(prose):
        prose = SAMPLE_LINK.sub(lambda link: f"]({up}samples/{link[1]}.md)", prose)
        return HEADER_SPAN.sub(lambda span: f"[`{span[1]}`]({up}api/{headers[span[1]]})" if span[1] in headers else span[0],
                               prose)
    return FENCE.sub(lambda fence: f'{fence[1]}```{fence[2]} title="{fence[3]}"', outside_of_code(text, change))


def sections(index):
    """Yields (title, [(title of a page, file)]) of each part that a README's tables list."""
    for part in re.split(r"^## ", index, flags=re.M)[1:]:
        title = part.splitlines()[0].strip()
        pages = re.findall(r"^\| \[([^\]]+)\]\((\w+\.md)\)", part, re.M)
        if pages:
            yield title, [(name[0].upper() + name[1:], file) for name, file in pages]


def stage_sample(folder, out, headers):
    text = page_text((folder / "README.md").read_text(), headers, "../")
    parts = [text, "\n## Files\n"]
    for file in sorted(folder.rglob("*")):
        name = str(file.relative_to(folder))
        if not file.is_file() or name.startswith(("build", "model/")) or file.suffix not in SHOWN:
            continue
        body = file.read_text()
        if len(body) <= MAX_SHOWN and "```" not in body:
            parts.append(f'\n```{LANGUAGES[file.suffix]} title="{name}"\n{body.rstrip()}\n```\n')
    (out / f"{folder.name}.md").write_text("".join(parts))


def stage_samples(root, out, headers):
    """Writes a page for each sample. Returns the pages' navigation."""
    out.mkdir(parents=True)
    folders = sorted(path.parent for path in (root / "samples").glob("*/README.md"))
    index = page_text((root / "samples/README.md").read_text(), headers, "../")
    names = {folder.name for folder in folders}
    link = re.compile(r"^(\| .*?) \|", re.M)
    linked = link.sub(lambda cell: re.sub(r"`(\w+)`", lambda name: f"[`{name[1]}`]({name[1]}.md)" if name[1] in names
                                          else name[0], cell[0]), index)
    (out / "README.md").write_text(linked)
    for folder in folders:
        stage_sample(folder, out, headers)
    return ["samples/README.md", *({folder.name: f"samples/{folder.name}.md"} for folder in folders)]


def first_sentence(header):
    comment = re.match(r"(?:// .*\n)+", header)
    text = " ".join(line[3:] for line in comment[0].splitlines()) if comment else ""
    return re.split(r"(?<=[.:]) ", text)[0].rstrip(":").replace("|", "\\|")


def api_page(folders, headers):
    """Returns a page with each public header: its subject, and its page in the API reference."""
    lines = ["# API reference", "", "The public headers, each with its page in the [API reference](api/index.html). A package",
             "includes those of the first table, a program that runs models those of both.", ""]
    for title, folder in folders:
        lines += [f"## {title}", "", "| header | about |", "|---|---|"]
        for file in sorted(folder.rglob("*.h")):
            name = str(file.relative_to(folder))
            shown = f"[`{name}`](api/{headers[name]})" if name in headers else f"`{name}`"
            lines.append(f"| {shown} | {first_sentence(file.read_text())} |")
        lines.append("")
    return "\n".join(lines)


def stage(root, out, headers, header_folders):
    """Writes all pages below `out`. Returns MkDocs' navigation, and the pages that README.md doesn't list."""
    docs = root / "sdk/docs"
    for page in docs.glob("*.md"):
        (out / page.name).write_text(page_text(page.read_text(), headers, ""))
    (out / "README.md").write_text(re.sub(r"^# .*", "# opdk", (out / "README.md").read_text(), count=1))
    (out / "pictures").mkdir()
    for picture in (docs / "pictures").glob("*.svg"):
        (out / "pictures" / picture.name).write_bytes(picture.read_bytes())
    (out / "api_reference.md").write_text(api_page(header_folders, headers))
    navigation, listed = [{"opdk": "README.md"}], {"README.md"}
    for title, pages in sections((docs / "README.md").read_text()):
        navigation.append({title: [{name: file} for name, file in pages]})
        listed |= {file for _, file in pages}
    navigation.append({"Samples": stage_samples(root, out / "samples", headers)})
    navigation.append({"API": [{"Headers": "api_reference.md"}]})
    return navigation, sorted(page.name for page in docs.glob("*.md") if page.name not in listed)
