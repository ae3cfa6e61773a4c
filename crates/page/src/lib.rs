//! A page that shows a machine of matchboxes: the files that a browser loads ([`client_file`]), and the protocol of
//! requests and responses between them and the program. Both are text; there is no server, no thread and no clock.
//!
//! All rules of games and of learning stay here: the page receives boards, boxes and moves as text and sends
//! back what the person chose. A machine is a model in a folder of the knowledge base, the same file as
//! everywhere. It is written after every game, so a program that is killed between two games loses nothing. If it
//! cannot be written, it stays at the board, which shows this, until it can be.
//!
//! `menace serve` carries requests and answers over HTTP, and `docs/menace.html` has this module inside and
//! passes messages. Both give the time and random numbers as [`Surroundings`], and carry on the
//! [`TrainingJob`]s that answers bring.
//!
//! # Reading order
//!
//! `routes.rs` reads a request and answers it, `refusal.rs` says how one fails. In `machines/`, `all.rs` finds a
//! machine by its name, `machine.rs` is one in memory, `open_board.rs` its board, and `scene.rs` what a screen shows
//! of it. `document.rs` puts the page into one document. `class/` is a class on its own devices, with requests of its
//! own. `client/` has the scripts and words that a browser loads.
//!
//! # Requests
//!
//! All of them are JSON. `NAME` is the name of a machine: lower-case letters, digits and hyphens. A refusal
//! is `{"error": MESSAGE, "kind": KIND}`, with a status of 400 or more; `ja.json` of the page or of a class has words
//! for each KIND as `error.KIND`. Positions,
//! moves and players are written as on the command line.
//!
//! | request | answer |
//! |---|---|
//! | `GET shelf` | `games`, `rules` (as sliders), `presets` (what they are, and the numbers of those that keep values), `machines` (names), `start` (the `game` and `rule` of a new page), `kiosk`, `classes` (whether a class can be opened) |
//! | `GET machines/NAME/here` | `{here}`: whether there is a machine of this name |
//! | `GET machines/NAME` | its state: `{scene, trained}`, or `{training, scene}` while it trains, with the scene before; 404 if there is no such machine |
//! | `GET machines/NAME/wait?since=N` | the same if its `scene.revision` is not N, else `{}`; a server waits for a change before it answers, for some 20 seconds |
//! | `POST .../sit` `{game?, side?, player?, watch?, teacher?, learner?, rule?, seed?, learn?, by_hand?, anew?, version?, revision?, unfinished?}` | the same, at a newly set up board |
//! | `POST .../move` `{move, revision}` | the same, after the machine's answer |
//! | `POST .../act/undo`, `resign`, `new`, `step`, `game` `{revision}` | the same; `step` lets a watched player move, `game` plays a watched game to its end, or a whole new one |
//! | `GET .../hint` | `{moves, worths}`: the best moves, and `{move, result, distance}` for each move whose result with perfect play is proved |
//! | `GET .../games` | `{games}`: one entry for each game since the program started, and the trainings in between |
//! | `GET .../games/N` | `{round}`: one of these games, in the form of `scene.round` |
//! | `GET .../box?position=P` | `{box, changes}`: its content, and each change with its game |
//! | `GET .../find?position=P&move=M` | `{board, side, box, none, changes}`: the position after M, from P or the start |
//! | `GET .../stages` | `{stages}`: all boxes by ply: met, lacking a colour (of values: in which greedy play leaves out a move), empty, never met |
//! | `GET .../curve` | `{learnt, boxes, points, box, seen}`: the number of its games, and of that moment its boxes, the results of all games (each point since the one before), its first box, and what that box held after each game since the program started |
//! | `GET .../strength` | `{strength}`: exact chances of `[win, draw, loss]`, for values of greedy play, or null |
//! | `POST .../train` `{opponent, games, revision}` | `{training}`: its progress with the same as `curve` has, all of the moment when it was last saved; then read with `GET` until it is over |
//! | `POST .../stop` `{revision}` | its state; a training ends after its set and keeps what was learnt |
//! | `GET .../model` | the bytes of the file |
//! | `POST .../sit` with `by_hand` | a machine played by hand: `scene.hand` says what the class does next, `move` also takes the move of the bead that it drew, and answers have `steps`, the beads to put into or take out of the boxes |
//! | `GET .../list` | `{list}`: every box of a machine played by hand, in the order of the shelf, with its beads |
//! | `GET .../sheets?sheets=labels,guide&paper=a4&language=en` | `{pages, width, height}`: the sheets to build the machine with its beads, each page an SVG of this size in millimetres |
//! | `GET sheets?game=G&rule=R&learner=S&sheets=...` | the same of a machine that has not played |
//! | `POST .../correct` `{number, beads, revision}` | its state, with the beads on the table as the record of a box |
//! | `POST .../seats` `{revision}` | its state; a machine that can play either side takes the other one |
//! | `GET .../link` | `{link}`: the machine as text for the fragment of an address |
//! | `POST .../link` `{link}` | its state; only under a new name |
//! | `POST .../merge` `{names, by_hand?}` | its state; only under a new name: what these machines have learnt, added up |
//! | `POST .../upload`, bytes of a file | its state; only under a new name |
//! | `GET mine?names=A,B` | `{machines}`: what the files of these say: `{name, is_deleted, game, games, used, version}` |
//! | `POST .../delete` `{version, is_deleted}` | `{}`; its file stays until it is deleted with `is_deleted` |
//! | `POST .../undelete` | `{}`; the machine is there again |
//!
//! Each change of a state gives it another number, `scene.revision`, and each request for a change names the one that
//! it was made from; `sit` does so if the machine has a board. Two screens at one machine thus never mix: a request
//! from a state that is no longer the present one changes nothing and is refused with 409 of kind `stale`, and the
//! refusal has the present state as `state`. Without a number nothing is changed either. `upload`, `link`, `merge` and `undelete`
//! need none; `delete` names the version of the file that was listed.
//! A request may also have a number of its own, `request`: sent again, as a browser does when a connection breaks, it
//! changes nothing and is answered as before.
//!
//! `scene.unsaved` is null, or says what is learnt and not on disk: `{games, error, kind}`, with the number of games
//! that the file does not have (0 if a game was taken back or a box corrected) and why. Every later change first
//! tries to save it. What would drop it, `train` and `sit`, is refused with 409 of kind `unsaved`; and so is, with
//! 503 of kind `held`, another machine where nothing can be closed to make room for it.
//!
//! `scene.seat` changes whenever the board is set up again, for example after a restart of the program. A
//! page that remembers another `seat` sends its last `sit` request again with `unfinished: {games, seed?, moves}`,
//! the `scene.games` and `scene.seed` it had seen and the moves the person had made, and continues the game.
//!
//! `scene.values` means that the machine keeps values of moves in place of beads. Each colour of its boxes has a
//! `value` and `visits`, and one bead if no value in the box is greater.
//!
//! `anew` throws away what the machine has learnt. It needs `version`, the `scene.version` that the page has
//! seen, which changes whenever the file of the machine changes. With a wrong version or none, the answer is
//! 409 of kind `changed`, and nothing happens. No other request throws anything away or needs a version.
//! `scene.sealed` means that the folder cannot be written, so the machine learns nothing. In a kiosk
//! `model`, `upload`, `sheets`, `player`, `watch` and rules that are not presets are refused; when the page returns to
//! the start, it sits down `anew` at its present machine.

#[cfg(not(target_family = "wasm"))]
mod class;
mod client;
mod document;
mod machines;
mod refusal;
mod routes;
mod surroundings;

#[cfg(not(target_family = "wasm"))]
pub use class::{Class, ClassRole, Joined};
pub use client::{ClientFile, class_file, client_file};
pub use document::WholeDocument;
pub use machines::all::{Page, Settings};
pub use machines::folder::LARGEST;
pub use machines::offered::{Start, start};
pub use machines::open_board::memory_bytes;
pub use machines::training::TrainingJob;
pub use refusal::{ErrorBody, Unsaved};
pub use routes::{AnswerContent, Method, PageAnswer, PageRequest};
pub use surroundings::Surroundings;
