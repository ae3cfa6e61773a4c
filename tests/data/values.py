"""Learners of values for nim with piles of 2, 3 and 4 counters, written plainly from the textbook (Sutton and Barto,
Reinforcement Learning, 2018, sections 5.4, 6.4 and 6.5; Auer, Cesa-Bianchi and Fischer 2002 for UCB1).

    python3 tests/data/values.py > tests/data/values.csv

Values are whole numbers of 2^-32, and every product or quotient is rounded down. The random numbers are those of
the program: PCG XSL-RR 128/64 (O'Neill 2014) for each set, its state mixed from seed, purpose, run and set.
"""

from math import log, sqrt

ONE, BILLION, MASK = 1 << 32, 10**9, (1 << 64) - 1


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Dice:
    def __init__(self, seed, run, number):
        word, words = 0, []
        for part in [seed, 1, run, number, 0, 0, 0, 0]:
            word = mix(word ^ part)
            words.append(word)
        self.increment = words[6] | words[7] << 64 | 1
        self.state = (words[4] | words[5] << 64) + self.increment
        self.step()

    def step(self):
        self.state = (self.state * 0x2360ED051FC65DA44385DF649FCCF645 + self.increment) % (1 << 128)

    def word(self):
        self.step()
        mixed, turn = (self.state >> 64) ^ (self.state & MASK), self.state >> 122
        return (mixed >> turn | mixed << (64 - turn)) & MASK

    def below(self, n):
        product = self.word() * n
        while product & MASK < (1 << 64) % n:
            product = self.word() * n
        return product >> 64

    def choose(self, several):
        return several[self.below(len(several))]


def moves(piles):
    return [(pile, count) for pile, left in enumerate(piles) for count in range(1, left + 1)]


def play(method, alpha, epsilon, gamma, sides, games):
    """`alpha` and `epsilon` are billionths, `alpha` 0 is 1/n; `epsilon` falls to 0 over `games`."""
    values, visits = {}, {}
    rewards = {"won": ONE, "lost": 0 if method == "ucb" else -ONE}

    def learn(box, move, target):
        visits[box][move] += 1
        error = target - values[box][move]
        if alpha:
            values[box][move] += (alpha * ONE // BILLION) * error >> 32
        else:
            values[box][move] += error // visits[box][move]

    for game in range(games):
        if game % 100 == 0:
            dice = Dice(1961, 3, game // 100)
        piles, side, made = (2, 3, 4), 0, [[], []]
        while any(piles):
            legal = moves(piles)
            if side in sides:
                box = piles, side
                own = values.setdefault(box, [0] * len(legal))
                seen = visits.setdefault(box, [0] * len(legal))
                if method == "ucb":
                    def bound(i):
                        return own[i] + ONE * sqrt(2 * log(sum(seen)) / seen[i]) if seen[i] else float("inf")
                    highest = max(map(bound, range(len(own))))
                    at = dice.choose([i for i in range(len(own)) if bound(i) == highest])
                elif dice.below(BILLION) < epsilon + (-epsilon * game) // games:
                    at = dice.below(len(own))
                else:
                    at = dice.choose([i for i in range(len(own)) if own[i] == max(own)])
                if made[side] and method in ("q-learning", "sarsa"):
                    learn(*made[side][-1], gamma * (max(own) if method == "q-learning" else own[at]) >> 32)
                made[side].append((box, at))
                pile, count = legal[at]
            else:
                pile, count = dice.choose(legal)
            piles = piles[:pile] + (piles[pile] - count,) + piles[pile + 1 :]
            side = 1 - side
        for learner in sides:
            # Whoever took the last counter has won.
            target = rewards["lost" if learner == side else "won"]
            for box, at in reversed(made[learner]):
                learn(box, at, target)
                if method in ("q-learning", "sarsa"):
                    break
                if method == "monte-carlo":
                    target = gamma * target >> 32
    return values, visits


print("method,learners,position,values,visits")
for method, alpha, gamma in [
    ("q-learning", 100_000_000, ONE),
    ("sarsa", 250_000_000, ONE * 9 // 10),
    ("monte-carlo", 0, ONE * 9 // 10),
    ("ucb", 0, ONE),
]:
    for name, sides in [("first", [0]), ("both", [0, 1])]:
        values, visits = play(method, alpha, 300_000_000, gamma, sides, 600)
        for (piles, side), own in sorted(values.items()):
            place = " ".join(map(str, piles)) + " " + ["first", "second"][side]
            seen = visits[piles, side]
            print(f'{method},{name},{place},{" ".join(map(str, own))},{" ".join(map(str, seen))}')
