//! Every command that reads a file takes a pipe, or says why it cannot.

use std::fs;

use crate::place::Place;

/// What a command reads, how it is run with a pipe for `IN`, and a word of its output, or of its error after `!`.
const READERS: &str = "\
p.csv | import IN --game nim:3 --out x.menace | 4 matchboxes
p.json | import IN --out x.menace | 4 matchboxes
t.json | import IN --out x.menace | 2 positions, 17 weights
p.txt | solve --game nim:3 --positions IN | 3 first,1
g.txt | match --game tic-tac-toe --replay IN | 2 games
g.txt | match --replay IN | 2 games
g.txt | play --game tic-tac-toe --replay IN | 2 games
g.txt | play --game tic-tac-toe --learn --new --replay IN x.menace | learnt from 2 games
r.toml | train --rule IN --sets 2 --plots none --out x.menace | x.menace
r.toml | train --game nim:3 --rule IN --sets 2 --plots none --out x.menace | x.menace
r.toml | study --game nim:3 --rule IN --runs 2 --sets 2 --out x | of 2: nim:3
r.toml | list rules --toml IN | michie
r.toml | print --rule IN --format svg --out kit | michie-304
s.toml | sweep IN --out x | trainings
m.menace | show IN | !only once
m.menace | explain IN | !read more than once
m.menace | prove IN | !read more than once
m.menace | match IN random --games 1 | !read more than once
m.menace | match IN:greedy random --games 1 | !read more than once
m.menace | match mix:0.5*IN+0.5*random random --games 1 | !read more than once
m.menace | tournament IN random first --games 1 | !read more than once
m.menace | train --opponent IN --out x.menace | !read more than once
m.menace | play IN | !read more than once
m.menace | export IN | !read more than once
m.menace | export IN --table | !read more than once
m.menace | print IN | !read more than once
m.menace | plot IN | !only once
m.menace | diff IN m.menace | !only once
m.menace | merge IN m.menace --out x.menace | !only once
m.menace | log IN | !only once
m.menace | check IN | !only once
m.menace | study --merge IN | !only once
m.menace | sweep --merge IN | !only once
m.menace | solve --game nim:3 --algorithm alphabeta:database=IN | !only once
m.menace | match --game nim:3 alphabeta:book=IN random | !only once";

/// Commands that read no file, or in which a file stands only in the name of a player or a rule as in the others.
const OTHERS: &str = "article tree serve completions man licences";

#[test]
fn every_command_that_reads_a_file_takes_a_pipe_or_says_why_not() {
    let place = Place::new();
    let write = |name: &str, text: &str| fs::write(place.at(name), text).unwrap();
    place.ok("train --game nim:3 --sets 2 --plots none --out m.menace");
    place.ok("export perfect --game nim:3 --out p.csv");
    place.ok("export perfect --game nim:3 --out p.json");
    write(
        "t.json",
        r#"{"         ": [1, 0, 0, 0, 0, 0, 0, 0, 2], "X        ": [0, 1, 1, 1, 1, 1, 1, 1, 1]}"#,
    );
    write("p.txt", "3 first\n2 second\n");
    write("g.txt", "a1 b1 a2 b2 a3\nb2 a1 b1 b3 c1 a3 a2 c2 c3\n");
    write("r.toml", &place.ok("list rules --toml michie-304"));
    write(
        "s.toml",
        "game = \"nim:3\"\nruns = 2\nsets = 2\n[fields]\nwin = [\"+1 all\", \"+2 all\"]\n",
    );
    let mut commands: Vec<&str> = OTHERS.split(' ').collect();
    for row in READERS.lines() {
        let [file, line, wanted] = row.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        commands.extend(line.split(' ').next());
        let before = place.files();
        let partial = if file == "t.json" { " --partial" } else { "" };
        let line = line.replace("IN", "/dev/stdin");
        let ran = place.shell(&format!("cat {file} | timeout 60 \"$M\" {line}{partial}"));
        let output = format!("{}{}", ran.out, ran.err);
        match wanted.strip_prefix('!') {
            Some(reason) => {
                let is_told = output.contains("it is a pipe") && output.contains(reason);
                assert!(ran.code.is_some_and(|code| code > 0) && is_told, "{ran:#?}");
                assert!(output.contains("copy its contents into a file"), "{ran:#?}");
                assert_eq!(place.files(), before);
            }
            None => assert!(ran.code == Some(0) && output.contains(wanted), "{ran:#?}"),
        }
        let new = place
            .files()
            .into_iter()
            .filter(|name| !before.contains(name));
        for name in new.collect::<Vec<_>>() {
            let path = place.at(&name);
            fs::remove_dir_all(&path)
                .or_else(|_| fs::remove_file(&path))
                .ok();
        }
    }
    for name in place.commands() {
        assert!(
            commands.contains(&&*name),
            "`{name}` stands in neither list"
        );
    }
}

#[test]
fn a_pipe_of_a_shell_and_one_with_a_name_are_read_as_their_contents() {
    let place = Place::new();
    fs::write(place.at("p.txt"), "3 first\n2 second\n").unwrap();
    let wanted = place.ok("solve --game nim:3 --positions p.txt");
    place.shell("mkfifo pipe").ok();
    let line = "(sleep 0.2; cat p.txt > pipe) & exec timeout 60 \"$M\" solve --game nim:3 --positions pipe";
    assert_eq!(place.shell(line).ok(), wanted);
    let line = "cat p.txt | timeout 60 \"$M\" solve --game nim:3 --positions /dev/stdin";
    assert_eq!(place.shell(line).ok(), wanted);
    // Nobody writes to it.
    let ran = place.shell("exec timeout 20 \"$M\" solve --game nim:3 --positions pipe");
    ran.fails(
        1,
        &["no program writes to", "copy its contents into a file"],
    );
}
