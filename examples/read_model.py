"""Reads a file of menace and prints what it holds as JSON: a reader in Python alone, written from docs/format.md.

    python3 examples/read_model.py models/tic-tac-toe-first.menace

Of a part of a study it reads the trainings and which runs there are, and of other files all. Keys are in hexadecimal.
"""

import itertools
import json
import struct
import sys
import zlib

# The kinds of files: the letters of the magic, what they are called, and the sections that this reader knows.
KINDS = {
    b"MEN": ("model", ["MADE", "HIST", "BEAD", "VALU"]),
    b"END": ("endgame database", ["ENDS"]),
    b"BOK": ("opening book", ["BOOK"]),
    b"PRT": ("part", ["PART"]),
}
VERSION = 1
NUMBERING = 1


class Refused(Exception):
    """Why a file is not read."""


def expect(claim, otherwise):
    if not claim:
        raise Refused(otherwise)


def sections(data):
    """The kind of a file and its sections by their tags, after all checks of the header and the list."""
    expect(len(data) >= 24 and data[:1] == b"\x8d" and data[4:8] == b"\r\n\x1a\n", "not a file of menace")
    expect(data[1:4] in KINDS, "not a file of a known kind")
    kind, known = KINDS[data[1:4]]
    version, oldest, length, checksum = struct.unpack_from("<HHQI", data, 8)
    expect(len(data) == 24 + length, "cut short or too long")
    expect(length >= 2, "cannot be understood: it has no list of sections")
    (count,) = struct.unpack_from("<H", data, 24)
    end = 26 + 18 * count
    expect(zlib.crc32(data[24:end], zlib.crc32(data[:20])) == checksum, "damaged")
    expect(end <= len(data), "cannot be understood: its list of sections is cut off")
    found, at = {}, end
    entries = [struct.unpack_from("<4sHQI", data, 26 + 18 * number) for number in range(count)]
    for tag, own, size, checksum in entries:
        content = data[at:at + size]
        expect(len(content) == size, "cannot be understood: its sections are not as long as the file")
        expect(zlib.crc32(content) == checksum, "damaged")
        at += size
        tag = tag.decode("latin-1")
        expect(tag.isascii() and tag.isalpha() and own > 0 and tag not in found, "cannot be understood: its tags")
        if tag in known:
            expect(own == 1, f"written by a newer program, which uses section {tag}, version {own}")
        else:
            expect(tag[0].islower(), f"written by a newer program, which uses section {tag}")
        found[tag] = content
    expect(at == len(data), "cannot be understood: its sections are not as long as the file")
    expect(0 < oldest <= version, "cannot be understood: its versions")
    expect(oldest <= VERSION, f"format version {version}, of a newer program")
    return kind, found


class Parts:
    """The parts of a section, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        expect(self.at <= len(self.data), "cannot be understood: a part of it is longer than its section")
        return self.data[self.at - count:self.at]

    def end(self):
        expect(self.at == len(self.data), "cannot be understood: there are bytes after its end")

    def u8(self):
        return self.take(1)[0]

    def number(self):
        first = self.u8()
        if first < 251:
            return first
        expect(first < 255, "cannot be understood: no number begins so")
        value = int.from_bytes(self.take(2 << first - 251), "little")
        least = 251 if first == 251 else 1 << (8 << first - 252)
        expect(value >= least, "cannot be understood: a number takes more bytes than it needs")
        return value

    def signed(self):
        n = self.number()
        return n >> 1 if n % 2 == 0 else -(n >> 1) - 1

    def text(self):
        return self.take(self.number()).decode("utf-8")

    def hash(self):
        return self.take(32).hex()

    def option(self, part):
        there = self.u8()
        expect(there < 2, "cannot be understood: neither there nor not")
        return part() if there else None

    def list(self, part):
        return [part() for _ in range(self.number())]

    def pair(self, part):
        return [part(), part()]

    def numbers(self):
        return self.list(self.number)

    def texts(self):
        return self.list(self.text)

    def mark(self):
        return {"name": self.text(), "sha256": self.hash()}

    def marks(self):
        return self.list(self.mark)

    def numbering(self):
        numbering = self.number()
        expect(numbering == NUMBERING, f"written by a newer program, which uses numbering {numbering} of positions")

    def training(self):
        return {
            "game": self.text(),
            "learners": ["first", "second", "both", "shared"][self.u8()],
            "rule": self.text(),
            "opponent": self.text(),
            "fallback": self.text(),
            "games_per_set": self.number(),
            "seed": self.number(),
            "exact": [False, True, "AtEnd"][self.u8()],
            "batch": self.number(),
            "max_boxes": self.option(self.number),
            "max_memory": self.option(self.number),
        }

    def provenance(self):
        what = self.u8()
        expect(what < 6, "cannot be understood: how a chapter came about")
        return [
            lambda: {"what": "trained", "run": self.number(), "from": self.marks(), "players": self.marks()},
            lambda: {"what": "with a person", "games": self.texts()},
            lambda: {"what": "by hand", "machine": self.number(), "games": self.texts()},
            lambda: {"what": "recorded", "file": self.text(), "games": self.number(), "sha256": self.hash()},
            lambda: {"what": "imported", "file": self.text(), "sha256": self.hash()},
            lambda: {"what": "merged", "model": self.mark(), "chapters": self.number()},
        ][what]()

    def chapter(self):
        return {"training": self.training(), "sets": self.number(), "how": self.provenance()}

    def pending(self):
        return {"requested": self.number(), "left": self.number()}

    def made(self):
        self.numbering()
        return {
            "made_by": self.text(),
            "written_by": self.text(),
            "chapters": self.list(self.chapter),
            "pending": self.option(self.pending),
        }

    def three(self):
        return [self.number(), self.number(), self.number()]

    def origin(self):
        return {"sum": self.signed(), "weight": self.signed(), "mu": self.signed(), "since": self.number()}

    def exact(self):
        return {
            "random": self.three(),
            "perfect": self.three(),
            "worst_case_loss": self.number(),
            "best_response": self.signed(),
            "optimal": self.number(),
            "optimal_reached": self.number(),
        }

    def snapshot(self):
        return {
            "boxes": self.number(),
            "missing_colour": self.numbers(),
            "rescued": self.number(),
            "saturated": self.number(),
            "refused": self.number(),
            "origin": self.origin(),
            "exact": self.option(self.exact),
        }

    def record(self):
        return {
            "sets": self.number(),
            "results": {name: self.number() for name in ["first_wins", "draws", "second_wins"]},
            "resigned": self.pair(self.number),
            "snapshots": self.pair(lambda: self.option(self.snapshot)),
        }

    def steps(self, entry):
        """A list by ascending keys, each given as the step from the key before."""
        key, entries = None, []
        for _ in range(self.number()):
            step = self.number()
            expect(key is None or step > 0, "cannot be understood: its keys do not ascend")
            key = (key or 0) + step
            expect(key < 1 << 128, "cannot be understood: a key is too large")
            entries.append({"key": f"{key:x}", **entry()})
        return entries

    def beads(self):
        return {"ply": self.number(), "beads": self.numbers()}

    def values(self):
        return {"ply": self.number(), "values": self.list(self.signed), "visits": self.numbers()}

    def table(self, box):
        boxes = self.steps(box)
        return {"boxes": boxes, "met_once": list(itertools.accumulate(self.numbers()))}

    def tables(self, box):
        return self.pair(lambda: self.option(lambda: self.table(box)))

    def solved(self):
        self.numbering()
        merging = ["none", "rotations", "full"]
        return {"game": self.text(), "start": f"{self.number():x}", "merging": merging[self.u8()]}

    def worth(self):
        distance, value = divmod(self.number(), 3)
        return {"value": ["loss", "draw", "win"][value], "distance": distance}

    def database(self):
        return {**self.solved(), "within": self.option(self.number), "entries": self.steps(self.worth)}

    def book(self):
        return {**self.solved(), "moves": self.number(), "pages": self.steps(lambda: {"best": self.numbers()})}

    def grid(self):
        return {"parameters": self.texts(), "values": self.list(self.texts)}

    def course(self):
        counts = ["runs", "sets", "window"]
        return {**self.training(), **{name: self.number() for name in counts}, "files": self.marks()}

    def there(self):
        return {"done": self.list(lambda: self.pair(self.number)), "begun": self.list(self.three)}

    def part(self):
        part = {
            "results": self.number(),
            "grid": self.option(self.grid),
            "courses": self.list(self.course),
            "first": self.number(),
            "end": self.number(),
        }
        lists = 1 if part["grid"] else len(part["courses"])
        return {**part, "there": [self.there() for _ in range(lists)]}


def read(data):
    """What the file with these bytes holds."""
    kind, found = sections(data)

    def whole(tag, read):
        expect(tag in found, f"cannot be understood: it lacks section {tag}")
        parts = Parts(found[tag])
        content = read(parts)
        if kind != "part":
            parts.end()
        return content

    if kind == "endgame database":
        return {"kind": kind, **whole("ENDS", Parts.database)}
    if kind == "opening book":
        return {"kind": kind, **whole("BOOK", Parts.book)}
    if kind == "part":
        return {"kind": kind, **whole("PART", Parts.part)}
    model = {"kind": kind, **whole("MADE", Parts.made)}
    model["records"] = whole("HIST", lambda parts: parts.list(parts.record))
    tag = "VALU" if "VALU" in found else "BEAD"
    model["tables"] = whole(tag, lambda parts: parts.tables(parts.values if tag == "VALU" else parts.beads))
    return model


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            json.dump(read(file.read()), sys.stdout)
    except Refused as reason:
        sys.exit(f"{sys.argv[1]}: {reason}")
