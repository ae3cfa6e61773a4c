//! How a picture names its game.

use matchboxes::text::capital;

/// The name of a game in a title: `Connect four 4x4`, `Nim 3,4,5, misere`.
pub fn game_title(name: &str) -> String {
    let (kind, parameters) = name.split_once(':').unwrap_or((name, ""));
    let kind = match kind {
        // This is an English word with hyphens.
        "tic-tac-toe" => capital(kind),
        "mnk" => "m,n,k".to_owned(),
        kind => capital(&kind.replace('-', " ")),
    };
    let size: Option<u8> = parameters.parse().ok();
    let parameters = match size.filter(|_| kind == "Othello") {
        Some(size) => format!("{size}x{size}"),
        None => parameters
            .replace(":take=", ", take up to ")
            .replace(':', ", "),
    };
    format!("{kind} {parameters}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_readable_names_of_games() {
        let titles = [
            ("tic-tac-toe", "Tic-tac-toe"),
            ("connect-four:4x4", "Connect four 4x4"),
            ("nim:3,4,5:misere", "Nim 3,4,5, misere"),
            ("nim:8:take=3:misere", "Nim 8, take up to 3, misere"),
            ("split-nim:7:equal", "Split nim 7, equal"),
            ("mnk:4,4,3", "m,n,k 4,4,3"),
            ("othello:6", "Othello 6x6"),
            ("othello", "Othello"),
        ];
        for (name, title) in titles {
            assert_eq!(game_title(name), title);
        }
    }
}
