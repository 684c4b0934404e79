"""Finds the links of a folder of HTML pages that lead nowhere, and what the pages load from elsewhere."""
import html.parser
import pathlib
import urllib.parse

# Doxygen links to headings of parts that it leaves out, because nothing in them has a comment.
DOXYGENS_OWN = {"nested-classes", "define-members", "concepts"}
LOADS = {"script": "src", "link": "href", "img": "src", "iframe": "src", "object": "data"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.names, self.loads, self.paragraph, self.texts = [], set(), [], False, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names |= {values[key] for key in ("id", "name") if values.get(key)}
        if (load := values.get(LOADS.get(tag, ""))) and values.get("rel") != "canonical":
            self.loads.append(load)
        elif values.get("href"):
            self.links.append(values["href"])
        self.paragraph = tag == "p" or self.paragraph and tag not in {"ul", "ol", "table"}

    def handle_endtag(self, tag):
        self.paragraph = self.paragraph and tag != "p"

    def handle_data(self, data):
        if self.paragraph:
            self.texts.append(data)


def broken(folder):
    """Yields a line for each link without a target, each file from elsewhere and each list or table that became a
    paragraph."""
    folder = pathlib.Path(folder).resolve()
    pages = {path: Page(path.read_text(errors="replace")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        here = path.relative_to(folder)
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads and parts.scheme != "javascript":
                    yield f"{here}: loads {link}"
                continue
            base = folder if parts.path.startswith("/") else path.parent
            target = (base / urllib.parse.unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            name = urllib.parse.unquote(parts.fragment)
            if not target.is_file():
                yield f"{here}: no {link}"
            elif name and target in pages and name not in pages[target].names | {"top", "__skip"} and not (
                    here.parts[0] == "api" and name in DOXYGENS_OWN):
                yield f"{here}: {link}: no such place in the page"
        if here.parts[0] != "api":
            yield from (f"{here}: a list or table without an empty line above it: {text.strip()[:60]}" for text in page.texts
                        if any(line.startswith(("- ", "|---", "| ")) for line in text.splitlines()[1:]))
