"""Learns tic-tac-toe by the formulas of the textbooks and prints every value: `python3 values.py > values.csv`.

Values are whole numbers of 2^-32; a quotient is rounded to the nearest one, halves up. The random numbers are those
of src/dice.rs: PCG XSL-RR 128/64 seeded by splitmix64, and Lemire's method for a number below n.
"""
import math

MASK, UNIT, BILLION = 2**64 - 1, 2**32, 10**9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


class Dice:
    def __init__(self, *address):
        state, words = 0, []
        for word in [*address, 0, 0, 0, 0]:
            state = mix(state ^ word)
            words.append(state)
        a, b, c, d = words[-4:]
        self.step = (c | d << 64) | 1
        self.state = ((a | b << 64) + self.step) % 2**128
        self.turn()

    def turn(self):
        self.state = (self.state * 0x2360ED051FC65DA44385DF649FCCF645 + self.step) % 2**128

    def below(self, n):
        while True:
            self.turn()
            word, by = (self.state >> 64 ^ self.state) & MASK, self.state >> 122
            product = ((word >> by | word << (64 - by)) & MASK) * n
            if product & MASK >= 2**64 % n:
                return product >> 64


def nearest(n, d):
    return (2 * n + d) // (2 * d)


def linear(start, end, over, game):
    return nearest(start * (over - game) + end * game, over) if game < over else end


def learn(method, both, games, per_set, seed, win, draw, loss, gamma, c, epsilon, alpha, initial=0):
    tables = [{}, {}]  # position -> [values, visits]
    afterstates = [{}, {}]  # position after an own move -> [[value], [visits]], for "td-afterstates"
    td = method == "td-afterstates"

    def place(player, board, move):
        after = board[:move] + "XO"[player] + board[move + 1:]
        if after not in afterstates[player]:
            is_won = any(all(after[j] == "XO"[player] for j in line) for line in LINES)
            value = win if is_won else initial if "." in after else draw
            afterstates[player][after] = [[value], [0]]
        return afterstates[player][after]

    def update(player, made, target, game):
        (values, visits), j = (made[0], 0) if td else (tables[player][made[0]], made[1])
        visits[j] += 1
        part, whole = (1, visits[j]) if alpha is None else (linear(*alpha, game), BILLION)
        values[j] += nearest((target - values[j]) * part, whole)

    for game in range(games):
        if game % per_set == 0:
            dice = Dice(seed, 1, 0, game // per_set)
        board, made, player, winner = "." * 9, [[], []], 0, None
        while winner is None:
            moves = [i for i in range(9) if board[i] == "."]
            if player == 1 and not both:
                i = dice.below(len(moves))
            else:
                values, visits = tables[player].setdefault(board, [[0] * len(moves), [0] * len(moves)])
                if td:
                    values = [place(player, board, m)[0][0] for m in moves]
                old = made[player][-1] if made[player] else None
                if method == "q-learning" and old:
                    update(player, old, nearest(gamma * max(values), BILLION), game)
                rate = linear(*epsilon, game)
                if method == "ucb":
                    total = max(sum(visits), 1)
                    bound = [math.inf if n == 0 else v / UNIT + c * math.sqrt(math.log(total) / n)
                             for v, n in zip(values, visits)]
                    best = [j for j, b in enumerate(bound) if b == max(bound)]
                    i = best[dice.below(len(best))]
                elif rate > 0 and dice.below(BILLION) < rate:
                    i = dice.below(len(moves))
                else:
                    best = [j for j, v in enumerate(values) if v == max(values)]
                    i = best[dice.below(len(best))]
                if method == "sarsa" and old:
                    update(player, old, nearest(gamma * values[i], BILLION), game)
                if td and old and values[i] == max(values):
                    update(player, old, nearest(gamma * values[i], BILLION), game)
                made[player].append((place(player, board, moves[i]) if td else board, i))
            board = board[:moves[i]] + "XO"[player] + board[moves[i] + 1:]
            if any(all(board[j] == "XO"[player] for j in line) for line in LINES):
                winner = player
            elif "." not in board:
                winner = 2
            player = 1 - player
        for side in [0, 1] if both else [0]:
            target = draw if winner == 2 else win if winner == side else loss
            own = made[side][-1:] if method in ("q-learning", "sarsa", "td-afterstates") else made[side]
            for one in reversed(own):
                update(side, one, target, game)
                target = nearest(gamma * target, BILLION)
    for side in [0, 1] if td else []:
        for board, found in tables[side].items():
            of = [place(side, board, m) for m in range(9) if board[m] == "."]
            found[:] = [[value for (value,), _ in of], [n for _, (n,) in of]]
    return tables


print("# Written by tests/data/values.py: values in units of 2^-32 and visits of the moves, in their order.")
print("method,side,position,values,visits")
tenth = BILLION // 10
for method, both in [("q-learning", True), ("sarsa", True), ("monte-carlo", False), ("td-afterstates", False),
                     ("ucb", False)]:
    ucb, td = method == "ucb", method == "td-afterstates"
    tables = learn(method, both, games=50 if td else 150, per_set=50, seed=7, win=UNIT, draw=UNIT // 2 if ucb else UNIT // 4,
                   loss=0 if ucb or td else -UNIT, initial=UNIT // 2 if td else 0, gamma=9 * tenth, c=1.414213562,
                   epsilon=(5 * tenth, tenth, 100), alpha=(5 * tenth, 2 * tenth, 120) if both or td else None)
    for side, table in zip(["first", "second"], tables):
        for board in sorted(table):
            rows = "/".join([board[:3], board[3:6], board[6:]])
            values, visits = (" ".join(map(str, part)) for part in table[board])
            print(f"{method},{side},{rows},{values},{visits}")
