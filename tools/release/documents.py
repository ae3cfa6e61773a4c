"""Copies the README, the pages of docs and their pictures into a copy of the program: documents.py FOLDER [ADDRESS].
Afterwards, documents.py --check FOLDER follows every link in that copy.

The pages lie there as they lie here, so that their links among each other hold. A link to the sources, which do not
travel, leads to ADDRESS; without one, its words stay and the link goes.
"""

import pathlib
import re
import shutil
import sys

SHOWN = r'!\[[^]]*\]\(([^)\s]+)\)|<img src="([^"]+)"'
LINK = r"(?<!!)\[([^][]*)\]\(([^)\s]+)\)"


def is_ours(link: str) -> bool:
    return not link.startswith(("#", "http:", "https:", "mailto:"))


def links(words: str) -> set[str]:
    found = [link for pair in re.findall(SHOWN, words) for link in pair if link]
    return {link for link in found + [link for _, link in re.findall(LINK, words)] if is_ours(link)}


if sys.argv[1] == "--check":
    copy = pathlib.Path(sys.argv[2])
    pages = list(copy.rglob("*.md"))
    wrong = [
        f"{page}: {link} is missing"
        for page in pages
        for link in sorted(links(page.read_text(encoding="utf-8")))
        if not (page.parent / link.partition("#")[0]).exists()
    ]
    sys.exit("\n".join(wrong) if wrong or len(pages) < 2 else 0)

copy, address = pathlib.Path(sys.argv[1]), "".join(sys.argv[2:])
top = pathlib.Path.cwd()
# Of the records only those that a reader's page leads to.
records = [top / "docs/records" / name for name in ("calibration.md", "michie-1961.md")]
pages = [top / "README.md", *sorted(top.glob("docs/*.md")), *records]
# What lies in a copy besides.
others = [top / name for name in ("LICENSE-MIT", "LICENSE-APACHE", "CITATION.cff", "docs/menace.html", "docs/lesson-plan.ja.html")]
pictures = set()


def there(page: pathlib.Path, link: str) -> pathlib.Path:
    path = (page.parent / link.partition("#")[0]).resolve()
    if not path.exists():
        sys.exit(f"{page.relative_to(top)}: there is no {link}")
    return path


def mended(page: pathlib.Path, text: str, link: str) -> str:
    path = there(page, link)
    if path in pages or path in others:
        return f"[{text}]({link})"
    return f"[{text}]({address}/{path.relative_to(top).as_posix()})" if address else text


for page in pages:
    words = page.read_text(encoding="utf-8")
    for pair in re.findall(SHOWN, words):
        pictures.update(there(page, link) for link in pair if link and is_ours(link))
    words = re.sub(
        LINK,
        lambda found: mended(page, *found.groups()) if is_ours(found[2]) else found[0],
        words,
    )
    to = copy / page.relative_to(top)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(words, encoding="utf-8", newline="\n")

for path in [*others, *sorted(pictures)]:
    to = copy / path.relative_to(top)
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)
