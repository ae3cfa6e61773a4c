//! The parameters of all functions, each described once with its unit, its range and its default, in numpydoc's form.

/// The sections of a function's help: its parameters, what it returns, and which errors it raises; `checked` are the
/// errors for wrong arguments.
macro_rules! help {
    ([$($name:ident),*] $returns:literal) => {
        concat!("\n", $crate::help::parameters!($($name),*), "Returns\n-------\n", $returns, "\n")
    };
    ([$($name:ident),*] $returns:literal checked) => {
        $crate::help::help!([$($name),*] $returns raises "ValueError, TypeError\n    An argument is wrong; the message names it.")
    };
    ([$($name:ident),*] $returns:literal raises $raises:literal) => {
        concat!($crate::help::help!([$($name),*] $returns), "\nRaises\n------\n", $raises, "\n")
    };
}

macro_rules! parameters {
    () => { "" };
    ($($name:ident),+) => {
        concat!("Parameters\n----------\n", $($crate::help::parameter!($name), "\n",)+ "\n")
    };
}

macro_rules! parameter {
    (game) => { "game : Game or str, optional\n    The game, such as `nim:3,4,5`; default: the game of a model \
     among the players, else tic-tac-toe." };
    (learnt_game) => { "game : Game, optional\n    The game of a model of a game of your own; default: the game that the model names." };
    (swept_games) => { "game : Game or str, or a list of these, optional\n    The games; default: the game of a model among the players, else tic-tac-toe." };
    (boards_game) => { "game : Game or str, optional\n    The game of the boards; default: tic-tac-toe." };
    (name) => { "name : Game or str, default 'tic-tac-toe'\n    The game with its parameters; `matchboxes.games()` lists the forms." };
    (rule) => { "rule : Rule, str, path or mapping, optional\n    The rule: its name, its file or its fields; default: rote." };
    (rules) => { "rule : Rule, str, path or mapping, or a list of these, optional\n    The rules that are compared; default: rote." };
    (swept_learners) => { "learner : {'first', 'second', 'both'}, or a list of these, optional\n    The sides that learn; `both` only against `self`; default: as the rule says, else first." };
    (learner) => { "learner : {'first', 'second', 'both', 'shared'}, optional\n    Who learns; default: as the rule says, else first." };
    (opponent) => { "opponent : str, path, Model, function or mapping, optional\n    Whom the learner plays; default: as the rule says, else random. A function is asked once for each position." };
    (opponents) => { "opponent : str, path, Model, function or mapping, or a list of these, optional\n    The opponents that are compared; `self` lets both sides learn; default: as the rule says, else random. A function is asked once for each position." };
    (fallback) => { "fallback : str, path, Model, function or mapping, optional\n    Who moves where the learner has no box; default: any move is played." };
    (sets) => { "sets : int, optional\n    The number of sets, 1 or more; default: 100, or as the rule says." };
    (games) => { "games : int, optional\n    The number of games in place of sets, 1 or more, rounded up to whole sets." };
    (games_per_set) => { "games_per_set : int, optional\n    The games of a set, 1 or more; default: 100, or 10 for a rule of few games." };
    (runs) => { "runs : int, default 300\n    The runs of each training, 1 or more." };
    (swept_runs) => { "runs : int, default 100\n    The runs of each training on each of two seeds, 1 or more." };
    (seed) => { "seed : int, optional\n    The seed of all random numbers, 0 to 2^64 - 1; default: 1961." };
    (seed_1961) => { "seed : int, default 1961\n    The seed of all random numbers, 0 to 2^64 - 1." };
    (run) => { "run : int, optional\n    The number of the run, 0 to 2^64 - 1: runs differ in their random numbers; default: 0." };
    (exact) => { "exact : bool or 'end', default False\n    Whether the tables are evaluated exactly after every set, or game; 'end': at the end of each run of a study." };
    (compare_by) => { "compare_by : str or list of str, optional\n    The figures in which trainings are compared, by their names in `figures`; the intervals are corrected for these. Default: the games not lost and the worst case; where opponents differ, also the losses to random and perfect play." };
    (batch) => { "batch : int, optional\n    The games that are played on all cores before they are learnt from, 1 or more; default: 1." };
    (max_boxes) => { "max_boxes : int, optional\n    The most boxes of each side; default: no limit." };
    (max_memory) => { "max_memory : int, optional\n    The most bytes of the tables; default: no limit." };
    (from_) => { "from_ : Model or path, or a list of these, optional\n    The models whose tables the training begins with, one for each side at most." };
    (out) => { "out : path, optional\n    A file ending in .menace in which the model is kept, too; default: none." };
    (force) => { "force : bool, default False\n    Whether another file of this name is replaced." };
    (continue_) => { "continue_ : bool, default False\n    Whether the training in `out` is continued by further sets." };
    (checkpoint_every) => { "checkpoint_every : int, optional\n    After how many sets the training is saved, 1 or more; default: now and then, and when it is stopped." };
    (keep_every) => { "keep_every : int, optional\n    After how many sets a numbered copy is kept beside `out`, 1 or more; default: never." };
    (progress) => { "progress : bool, optional\n    Whether a bar is shown while it lasts longer than half a second; default: in a notebook." };
    (swept_fields) => { "fields : mapping, optional\n    For each field of the rule its values as a list, such as `{'win': ['+1 all', '+3 all'], 'odds.a': [1.1, 1.5]}`." };
    (figure) => { "figure : {'not-lost', 'won', 'worst-case'}, default 'not-lost'\n    What trainings are ranked by: their games not lost, or won, in the last ten sets, or with `exact` the chance not to lose in the worst case." };
    (window) => { "window : int, optional\n    The last games of which few must be lost, in the figures of how soon, 1 or more; default: 500, or a tenth of a run shorter than 5,000 games." };
    (curve_step) => { "curve_step : int, optional\n    The games of a point of the curves, in whole sets; default: a set, or more for at most 1,000 points." };
    (games_300) => { "games : int, default 300\n    The games that are followed, 1 or more." };
    (states) => { "states : int, default 200000\n    The most states of the machine; the games end early where there are more." };
    (first) => { "first : str, path, Model, function or mapping\n    The player of the first side: a name of `matchboxes.players()`, a model or its file, or a policy, as in `evaluate`. A function is asked once for each position." };
    (second) => { "second : str, path, Model, function or mapping\n    The player of the second side." };
    (player) => { "player : str, path, Model, function or mapping\n    The player: a name of `matchboxes.players()`, a model or its file, or a policy, as in `evaluate`. A function is asked once for each position." };
    (players) => { "players : list of str, path, Model, function or mapping, or mapping\n    The players, two or more, of different names; a pair `(name, player)` of a list, or a mapping from names to players, names them." };
    (missing) => { "missing : {'error', 'random', 'resign'}, default 'error'\n    What a function or a mapping does in a position for which it has nothing, None or an empty mapping." };
    (missing_boards) => { "missing : {'error', 'random', 'resign'}, default 'error'\n    What the model does in a position that the table lacks." };
    (missing_values) => { "missing : {'random', 'error'}, default 'random'\n    The same; values are learnt where play went, seldom everywhere." };
    (policy) => { "policy : function, mapping, str, path or Model\n    A function from a Position, or a mapping from positions or their texts, to one move, to a mapping from moves to chances, or to a list of chances by the numbers of the moves, 0 where none is legal; all 0 resigns. Or a player by its name, or a model." };
    (side) => { "side : {'first', 'second'}, optional\n    The only side that is asked about; default: all sides that it plays, or that have learnt if that is one." };
    (match_games) => { "games : int, default 10000\n    The games that are played, 1 or more." };
    (match_exact) => { "exact : bool, default False\n    Whether chances are computed from all possible games, of a small game, in place of playing some." };
    (both_sides) => { "both_sides : bool, default False\n    Whether the return match, with the sides exchanged, is a second row." };
    (meeting_games) => { "games : int, optional\n    The games of each meeting, 1 or more; default: exact scores where the game is small enough, else 1,000 games." };
    (models) => { "models : list of Model or path\n    The models, two or more, of one game, side and rule." };
    (one) => { "one : Model or path\n    A model." };
    (other) => { "other : Model or path\n    Another model of the same game." };
    (from_position) => { "position : Position, str or int, optional\n    The position from which is played; default: the start." };
    (explained) => { "position : Position, str or int, optional\n    The position; default: the start, or a model's first box." };
    (position) => { "position : Position, str or int\n    The position, its text such as `X../.O./...`, or its number." };
    (positions) => { "positions : list of Position, str or int\n    The positions." };
    (texts) => { "positions : bool, default False\n    Whether there is a column with the texts of the positions." };
    (algorithm) => { "algorithm : str, optional\n    One of `matchboxes.searches()` with its options; default: best, or iterative deepening with `depth`." };
    (depth) => { "depth : int, optional\n    The most moves ahead, 1 to 65,535; default: to the end of the game." };
    (depth_first) => { "algorithm : str, default 'alphabeta'\n    One of `matchboxes.searches()` with its options that searches depth-first, such as minimax or pvs." };
    (leaves) => { "leaves : str, optional\n    A tree of your own that is searched, such as `((3 5) (2 9))`; its values are for the side at the root." };
    (most_nodes) => { "most : int, default 1000\n    The most nodes of the frame and the texts, 1 to 1,000,000: those visited first. A picture shows the same number from the root down, at most 1,000; without a number it shows 60." };
    (nodes) => { "nodes : int, optional\n    The most positions that are visited; default: no limit." };
    (path) => { "path : path\n    The file." };
    (moves) => { "moves : list of str or int\n    The moves from the start by their names or numbers." };
    (number) => { "number : int\n    The number of a move, 0 to `move_count` - 1." };
    (move_name) => { "name : str\n    The name of a move, such as `b2`." };
    (a_move) => { "move : str or int\n    The name or the number of a legal move." };
    (own_rules) => { "rules : Rules\n    The object that knows the rules." };
    (rule_name) => { "name : str\n    The name of the rule." };
    (rule_or_file) => { "name : str or path\n    One of `matchboxes.rules()`, or a TOML file." };
    (start) => { "start : list of int\n    The beads of each colour in a new box, by the machine's turn; the last number counts for all later turns." };
    (fields) => { "**fields\n    Other fields of a rule's file; those not given have its defaults." };
    (text) => { "text : str\n    The rule in TOML." };
    (origin) => { "origin : str, optional\n    What errors call it; default: text." };
    (rows) => { "rows : int, default 5\n    How many rows at most." };
    (row) => { "row : int, default 0\n    The number of the row, from 0." };
    (kind) => { "kind : {'curve', 'boxes', 'missing-colour', 'beads', 'beads-second', 'exact', 'exact-first', 'exact-second', 'score'}, default 'curve'\n    What is drawn: the results, the boxes met, those with a missing colour, or the beads of one box; as far as the model has them, its exact strength and the score of 1961." };
    (drawn_position) => { "position : Position, str or int, optional\n    The position whose beads are drawn; \
     default: the opening." };
    (bytes) => { "bytes : bytes\n    What `to_bytes` made." };
    (table) => { "table : dict\n    From each board, as text or as marks row by row, to the numbers of its moves, by cells or by a dict." };
    (form) => { "form : {'lists', 'moves', 'keys', 'after'}, optional\n    Where the moves are: in lists, named, in the keys \
     behind the boards, or the boards are those after a move; default: it is found." };
    (cells) => { "cells : {'characters', 'words', 'apart', 'base3', 'base3-reversed'}, optional\n    How the cells of a \
     board are written; default: it is found." };
    (view) => { "view : {'mover', 'first', 'second', 'opponent'}, optional\n    Whose values the numbers are; default: `mover`." };
    (mirrors) => { "mirrors : bool, optional\n    Whether each board is meant for its mirror images too; default: no, and a \
     table with one of each is refused." };
    (marks) => { "marks : str, optional\n    The marks of a free cell, of the first side and of the second, such as `.XO`; default: they are found." };
    (own) => { "own : str, optional\n    The mark that the player has on every board, whichever side it has; \
     default: none." };
    (cells_from) => { "cells_from : {0, 1}, optional\n    From which number cells, rows and columns, or piles, are counted; default: it is found." };
    (sheets) => { "sheets : list of str, default ('guide', 'labels')\n    The kinds: guide, labels, index, beads, filling, slips, paper-beads or one-sheet." };
    (paper) => { "paper : {'a4', 'letter'}, default 'a4'\n    The paper." };
    (label) => { "label : str, default '40mm'\n    The size of a label, 20 to 180 mm, such as 50x36mm, matchbox or large-matchbox." };
    (language) => { "language : {'en', 'ja'}, default 'en'\n    The language of the sheets." };
    (most_beads) => { "most_beads : int, optional\n    To how many beads a box is scaled, 1 or more; default: it has all." };
}

pub(crate) use {help, parameter, parameters};
