//! The chapters around the experiments, in reading order.

use super::chapter::Chapter;
use super::chapter::Part::{Boards, Maps, Picture, Table, Text, Told};
use super::{tables, told};

/// What stands before the first chapter.
pub(super) const INTRODUCTION: &str = "In 2019 an article in Japanese had a program learn tic-tac-toe by rote, \
     as Donald Michie's matchboxes did in 1961, in six experiments. Here they are played again by \
     `menace article`, our figures beside the article's, and then all of them over {runs}, so that \
     luck shows.\n\n\
     The rule the learners follow:\n\n\
     * There is a matchbox for every position in which the learner is to move, made when the \
     position is first met, with one bead for each free square.\n\
     * To move, a bead is drawn at random; its colour tells the square. From an empty box nothing \
     can be drawn: the learner resigns, which is a loss.\n\
     * After a win every box used gets one more bead of the colour drawn from it. After a loss \
     the box of the learner's last move loses all beads of the colour drawn. After a draw nothing \
     changes.\n\n\
     An experiment is 100 sets of 100 games; a set is a point of a curve. *First* is the side that \
     moves first, *second* the other. Unless something else is said, figures are those of run 0 \
     of seed {seed}, shares of games are those of its last 1,000 games, and an empty cell means that \
     the article has no number.";

/// Before the experiments.
pub(super) static BEFORE: [Chapter; 1] = [Chapter {
    heading: "In short",
    parts: &[Table(&tables::IN_SHORT)],
}];

/// After the experiments: apart and together, ours and the article's, one run and many.
pub(super) static AFTER: [Chapter; 5] = [
    Chapter {
        heading: "Boxes met, apart and together",
        parts: &[
            Text(
                "How many positions each side has met, trained apart against random play and trained \
                 together against the other learner.",
            ),
            Picture("boxes"),
        ],
    },
    Chapter {
        heading: "Moves ruled out, apart and together",
        parts: &[
            Text(
                "A move whose beads are all gone will not be played again. Punishment strikes the last \
                 move of a lost game only, so it begins near the end of the game; a box that has lost \
                 all its beads resigns, and then the move before it is struck. The table counts boxes \
                 with at least one such move. A box of ply *n* stands for a position after *n* moves; \
                 the article counts from 1 and shows its move numbers 1 to 7, our plies 0 to 6, as \
                 curves.",
            ),
            Table(&tables::RULED_OUT),
            Picture("zeroed"),
            Picture("zeroed-by-ply"),
        ],
    },
    Chapter {
        heading: "The opening and the answer to the centre",
        parts: &[
            Text(
                "The beads of two boxes in the end: the first side's opening, and the second side's \
                 answer to an opening in the centre, trained apart (2 and 3) and together (6). Beads \
                 count wins: one to begin with and one for every game won with this move, unless a loss \
                 has swept them away.",
            ),
            Text("Opening:"),
            Boards(told::openings),
            Maps("opening"),
            Text(
                "Answer to an opening in the centre; `X` is the square taken, for which the article \
                 lists a bead that is never drawn:",
            ),
            Boards(told::answers),
            Maps("answer"),
        ],
    },
    Chapter {
        heading: "Is the centre the best opening?",
        parts: &[
            Told(told::one_run),
            Table(&tables::FAVOURITES),
            Told(told::lead),
            Text(
                "What is known exactly: if both sides go on at random, the first side wins 97/140 = 69.3 \
                 % of the games it opens in the centre, 17/28 = 60.7 % of those it opens in a corner and \
                 15/28 = 53.6 % of those it opens at an edge. So the centre has the best start while \
                 nothing has been learnt. Between players who make no mistakes every opening leads to a \
                 draw.",
            ),
        ],
    },
    Chapter {
        heading: "How much of it is luck",
        parts: &[
            Text(
                "Everything but the random numbers being the same, over {runs}. Shares of games are \
                 those of the last 1,000 games of an experiment; those of experiment 4 are exact. Won, \
                 drawn and lost are the learner's.",
            ),
            Table(&tables::LUCK),
            Picture("luck"),
        ],
    },
];
