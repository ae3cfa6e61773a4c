//! Commands that write files, and the commands that prepare them.

use std::sync::LazyLock;

/// The effect of giving the same command again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Again {
    /// It gives the same result.
    Same,
    /// It gives the same result until it has finished once; after that it starts from its own result.
    Once,
    /// It continues from the existing files.
    Onward,
}

/// A command that writes files.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) before: Vec<&'static str>,
    pub(crate) line: &'static str,
    pub(crate) input: String,
    pub(crate) again: Again,
}

pub(crate) static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    let paragraphs = include_str!("scenarios.txt").split("\n\n");
    paragraphs.skip(1).map(Scenario::read).collect()
});

impl Scenario {
    fn read(paragraph: &'static str) -> Self {
        let (name, rest) = paragraph.split_once('\n').expect("a name and a command");
        let mut scenario = Self {
            name,
            before: Vec::new(),
            line: "",
            input: String::new(),
            again: Again::Same,
        };
        for line in rest.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("again:", "once") => scenario.again = Again::Once,
                ("again:", "onward") => scenario.again = Again::Onward,
                (">", own) => scenario.line = own,
                ("<", words) => scenario.input = words.replace(' ', "\n") + "\n",
                _ => scenario.before.push(line),
            }
        }
        scenario
    }
}
