"""Numbers positions by crates/games/numbering.md alone, and compares them with the vectors of a table.

    python3 examples/check_numbering.py tests/data/numbering.csv
"""

import functools
import sys


class Board:
    """Games on a board. Cells count from 0, row by row; an image is a list that says where each cell goes."""

    def __init__(self, kind, options, position):
        rows, *side = position.split(" ")
        rows = rows.split("/")
        self.kind, self.has_shared = kind, bool({"wild", "notakto"} & set(options))
        self.width, self.height = len(rows[0]), len(rows)
        self.count = self.width * self.height
        self.is_second = side == ["O"]
        cells = list(enumerate("".join(rows)))
        self.position = tuple(frozenset(cell for cell, mark in cells if mark == own) for own in "XO")

    def images(self):
        """The rotations of the board, and then its reflections, as far as the game has them."""
        right, lowest = self.width - 1, self.height - 1
        turn = [lambda x, y: (x, y)]
        flip = [lambda x, y: (right - x, y)]
        if self.kind not in ("hexapawn", "connect-four"):
            turn.append(lambda x, y: (right - x, lowest - y))
            flip.append(lambda x, y: (x, lowest - y))
            if self.width == self.height:
                turn += [lambda x, y: (right - y, x), lambda x, y: (y, right - x)]
                flip += [lambda x, y: (y, x), lambda x, y: (right - y, right - x)]
        places = [(cell % self.width, cell // self.width) for cell in range(self.count)]
        return [[[self.cell(*to(x, y)) for x, y in places] for to in ways] for ways in (turn, flip)]

    def cell(self, x, y):
        return y * self.width + x

    def named(self, name):
        return self.cell(ord(name[0]) - ord("a"), int(name[1:]) - 1)

    def key(self, position):
        first, second = position
        total = lambda cells: sum(1 << cell for cell in cells)
        if self.kind == "hexapawn":
            home = lambda cells: total(self.upside_down(cell) for cell in cells)
            return 2 * (home(first) + (home(second) << self.count)) + self.is_second
        if self.kind == "othello":
            middle = self.cell(self.width // 2 - 1, self.height // 2 - 1)
            taken = (first | second) - ({middle} if self.is_second else set())
            return total(first) + (total(taken) << self.count)
        if self.kind == "connect-four":
            apart = max(self.width, 8) if self.height <= 8 else self.width
            place = lambda cell: (cell // self.width + 1) * apart + cell % self.width
            free = [max([-1] + [y for y in range(self.height) if self.cell(x, y) not in first | second])
                    for x in range(self.width)]
            return total(map(place, first)) + total((y + 1) * apart + x for x, y in enumerate(free))
        return total(first) + (total(second) << self.count)

    def upside_down(self, cell):
        return self.cell(cell % self.width, self.height - 1 - cell // self.width)

    def number(self, move):
        if self.kind == "connect-four":
            return ord(move) - ord("a")
        if move == "pass":
            return self.count
        if self.kind == "hexapawn":
            start, end = map(self.named, move.split("-"))
            way = end % self.width - start % self.width
            return 3 * self.upside_down(start) + {0: 0, -1: 1, 1: 2}[way] + 3 * self.count * self.is_second
        return self.named(move.lstrip("XO")) + (self.count if move[0] == "O" else 0)

    def turned(self, move, image):
        if self.kind == "connect-four":
            return chr(ord("a") + image[ord(move) - ord("a")] % self.width)
        if move == "pass":
            return move
        mark = move[0] if move[0] in "XO" else ""
        cells = [image[self.named(cell)] for cell in move.lstrip("XO").split("-")]
        return mark + "-".join(f"{chr(ord('a') + cell % self.width)}{cell // self.width + 1}" for cell in cells)

    def vectors(self, moves):
        """What the table has of a position with these moves: their numbers and all keys and colours."""
        rotations, reflections = self.images()
        image_of = lambda position, image: tuple(frozenset(image[cell] for cell in cells) for cells in position)
        keys = lambda images: [self.key(image_of(self.position, image)) for image in images]
        full = min(keys(rotations + reflections))
        to_box = next(image for image in rotations + reflections if self.key(image_of(self.position, image)) == full)
        box = image_of(self.position, to_box)
        same = [image for image in rotations + reflections if image_of(box, image) == box]
        colours = grouped(sorted((self.turned(move, to_box) for move in moves), key=self.number),
                          lambda move: {self.turned(move, image) for image in same})
        shared = full if self.has_shared else ""
        return self.key(self.position), [self.number(move) for move in moves], min(keys(rotations)), full, colours, shared


def grouped(moves, alike):
    """The moves by their colours, in the order of the first of each."""
    groups = []
    for move in moves:
        if not any(move in group for group in groups):
            groups.append([other for other in moves if other in alike(move)])
    return " ".join("+".join(group) for group in groups)


def nim(options, position, moves):
    start = [int(pile) for pile in options[0].split(",")]
    take = [option[5:] for option in options if option.startswith("take=")]
    most = int(take[0]) if take and "," not in take[0] else max(start)
    taken = [int(n) for n in take[0].split(",")] if take and "," in take[0] else range(1, most + 1)
    taken = [n for n in taken if n <= max(start)]
    *piles, side = position.split()
    piles, is_second = [int(pile) for pile in piles], side == "second"
    key = lambda piles, second: 2 * sum(pile << 8 * place for place, pile in enumerate(piles)) + second
    pile_of = lambda move: ord(move[0]) - ord("a")
    number = lambda move: pile_of(move) * len(taken) + taken.index(int(move[1:]))
    box = sorted(piles, reverse=True)
    legal = [f"{chr(ord('a') + place)}{n}" for place, pile in enumerate(box) for n in taken if n <= pile]
    colours = grouped(legal, lambda move: {
        other for other in legal if other[1:] == move[1:] and box[pile_of(other)] == box[pile_of(move)]})

    @functools.cache
    def parities(high, low):
        """Whether an even (0) or odd (1) number of moves leads from one size to another."""
        steps = {1 - parity for n in taken if high - n >= low for parity in parities(high - n, low)}
        return steps | ({0} if high == low else set())

    reached = {0}
    for high, low in zip(start, piles):
        reached = {one ^ other for one in reached for other in parities(high, low)}
    shared = key(box, is_second and 0 not in reached)
    numbers = [number(move) for move in moves]
    return key(piles, is_second), numbers, key(piles, is_second), key(box, is_second), colours, shared


def rows(kind, options, position, moves):
    words = position.split()
    piles = [int(word) for word in words if word.isdigit()]
    most, bits = int(options[0]), ""
    for size in range(1, max(piles, default=0) + 1):
        bits = "0" + "1" * piles.count(size) + bits
    bits = int(bits or "0", 2)
    if kind == "split-nim":
        key = shared = bits
        numbers = [f"{pile}={pile - small}+{small}" for pile in range(most, 0, -1)
                   for small in range(1, (pile if "equal" in options else pile - 1) // 2 + 1)]
    else:
        # Which positions the first side can have before it, the page leaves to play.
        key, shared = 2 * bits + (words[-1] == "second"), (2 * bits, 2 * bits + 1)
        numbers = [f"{row}={row - gone - short}" + (f"+{short}" if short else "") for row in range(most, 0, -1)
                   for gone in (1, 2) if gone <= row for short in range((row - gone) // 2 + 1)]
    return key, [numbers.index(move) for move in moves], key, key, " ".join(moves), shared


def main(path):
    lines = open(path, encoding="utf-8").read().splitlines()[1:]
    for line in lines:
        game, position, key, moves, rotations, full, colours, shared = line.split("; ")
        kind, *options = game.split(":")
        numbered = [move.split("=", 1) for move in moves.split(" ")]
        moves = [move for _, move in numbered]
        if kind == "nim":
            ours = nim(options, position, moves)
        elif kind in ("split-nim", "kayles"):
            ours = rows(kind, options, position, moves)
        else:
            ours = Board(kind, options, position).vectors(moves)
        theirs = [int(key), [int(number) for number, _ in numbered], int(rotations), int(full), colours]
        alike = ours[5] if isinstance(ours[5], tuple) else [ours[5]]
        if list(ours[:5]) != theirs or shared not in map(str, alike):
            sys.exit(f"{game}; {position}: {ours} by the page, {[*theirs, shared]} in the table")
    print(f"{len(lines)} positions as the page says")


main(sys.argv[1])
