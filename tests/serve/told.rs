//! Screens follow: whoever changes what a screen shows, that screen is told, and asks again with another number.

use std::sync::atomic::Ordering;

use matchboxes::session::ClassLesson;
use matchboxes_page::{AnswerContent, Class, ClassRole, PageAnswer};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::wood::{Still, page_in, request};

/// How far apart the random numbers are.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn told(answer: PageAnswer) -> Value {
    if let Some(mut job) = answer.job {
        while job.advance(1) {}
    }
    match answer.content {
        AnswerContent::Json(text) => serde_json::from_str(&text).unwrap(),
        AnswerContent::Model(..) => Value::Null,
    }
}

/// What a screen shows, and the number of it.
type Seen = (Value, Option<u64>);

/// Follows screens through requests: what looks different has another number, and its screen was told.
struct Screens<'a> {
    telling: &'a Still,
    look: &'a dyn Fn(usize) -> Seen,
    many: usize,
    before: Vec<Seen>,
    told: u64,
    /// How often each screen looked different.
    changes: Vec<usize>,
}

impl<'a> Screens<'a> {
    fn new(telling: &'a Still, many: usize, look: &'a dyn Fn(usize) -> Seen) -> Self {
        let before = (0..many).map(look).collect();
        Self {
            telling,
            look,
            many,
            before,
            told: telling.told.load(Ordering::Relaxed),
            changes: vec![0; many],
        }
    }

    fn follow(&mut self, what: &str) {
        let now = self.telling.told.load(Ordering::Relaxed);
        // Asked for first: looking at a board again may set it up.
        let after: Vec<Seen> = (0..self.many).map(self.look).collect();
        for (screen, (before, after)) in self.before.iter().zip(&after).enumerate() {
            if before.0 != after.0 {
                self.changes[screen] += 1;
                assert_ne!(before.1, after.1, "{what}: screen {screen}: {}", after.0);
                assert!(now > self.told, "{what}: screen {screen} was not told");
            }
        }
        self.before = after;
        self.told = self.telling.told.load(Ordering::Relaxed);
    }
}

/// Without the number of the state, which only counts.
fn without_number(mut shown: Value) -> Value {
    for scene in ["", "/scene"] {
        let scene = shown.pointer_mut(scene).and_then(Value::as_object_mut);
        scene.map(|scene| scene.remove("revision"));
    }
    shown
}

#[test]
fn every_request_of_a_class_tells_the_screens_that_it_changes() {
    let folder = TempDir::new().unwrap();
    let telling = Still::new(0, STEP);
    let lesson = Some(ClassLesson::Cups);
    let class = Class::open(folder.path(), "7b", lesson, telling.clone()).unwrap();
    let join = |name: &str| {
        let asked = json!({ "code": class.facts().code, "name": name });
        let joined = class.join(&request("class/join", Some(&asked)));
        let role = class.group(&joined.key.unwrap()).unwrap();
        let file = told(joined.answer)["file"].as_str().unwrap().to_owned();
        (role, file)
    };
    let groups = [join("A"), join("B")];
    let look = |screen: usize| {
        let (role, path, name) = match groups.get(screen) {
            Some((role, file)) => (*role, format!("machines/{file}"), Some(&**file)),
            None => (ClassRole::Teacher, "class".to_owned(), None),
        };
        // Before it is looked at, since a board that is not there is then set up.
        let number = class.revision(role, name);
        let shown = told(class.answer(role, &request(&path, None)));
        (without_number(shown), number.or(Some(0)))
    };
    // The boards are set up.
    (0..3).for_each(|screen| drop(look(screen)));
    let mut screens = Screens::new(&telling, 3, &look);
    let play = |group: usize, verb: &str| {
        let (role, file) = &groups[group];
        let path = format!("machines/{file}");
        let scene = told(class.answer(*role, &request(&path, None)))["scene"].take();
        let m = &scene["round"]["legal"][0];
        let body = json!({ "revision": scene["revision"], "move": m });
        class.answer(*role, &request(&format!("{path}/{verb}"), Some(&body)));
    };
    let lead = |verb: &str, body: Value| {
        let asked = request(&format!("class/{verb}"), Some(&body));
        let answer = class.answer(ClassRole::Teacher, &asked);
        let status = answer.status;
        assert_eq!(status, 200, "{verb}: {}", told(answer));
    };
    for (lesson, way) in [("cups", "each"), ("hexapawn", "one")] {
        let turned = json!({ "lesson": lesson, "way": way, "from": ["cups", "each"] });
        lead("turn", turned);
        screens.follow("turn");
        for group in [0, 1, 0] {
            for verb in ["move", "act/undo", "move", "act/resign", "act/new", "move"] {
                play(group, verb);
                screens.follow(verb);
            }
        }
        for paused in [true, false] {
            lead("pause", json!({ "paused": paused }));
            screens.follow("pause");
        }
        lead("collect", json!({}));
        screens.follow("collect");
    }
    lead("take-back", json!({ "game": class.counts().1 }));
    screens.follow("take-back");
    lead("rename", json!({ "group": 1, "name": "C", "from": "A" }));
    screens.follow("rename");
    class.listens(8080, vec!["http://192.0.2.1:8080".to_owned()]);
    screens.follow("listens");
    join("D");
    screens.follow("join");
    lead("remove", json!({ "group": 2 }));
    screens.follow("remove");
    let changes = screens.changes;
    assert!(changes.iter().all(|&n| n > 15), "{changes:?}");
}

#[test]
fn every_request_of_the_page_tells_the_screens_that_it_changes() {
    let folder = TempDir::new().unwrap();
    let telling = Still::new(0, STEP);
    let page = page_in(folder.path(), telling.clone());
    let ask = |path: &str| told(page.answer(&request(path, None)));
    let look = |_| {
        let number = page.revision("mine");
        let listed = ask("machines/mine/here");
        let shown = if listed["here"] == true {
            ask("machines/mine")
        } else {
            Value::Null
        };
        (without_number(shown), number)
    };
    let mut screens = Screens::new(&telling, 1, &look);
    let mut version = Value::Null;
    for (verb, mut body) in [
        ("sit", json!({ "game": "nim:8:take=3", "side": "first" })),
        ("move", json!({})),
        ("act/undo", json!({})),
        ("move", json!({})),
        ("act/resign", json!({})),
        ("act/new", json!({})),
        ("act/undo", json!({})),
        ("train", json!({ "opponent": "random", "games": 10 })),
        (
            "sit",
            json!({ "game": "nim:8:take=3", "watch": ["random", "mine"] }),
        ),
        ("act/step", json!({})),
        ("act/game", json!({})),
        ("sit", json!({ "side": "first", "by_hand": true })),
        ("correct", json!({ "number": 1, "beads": [1] })),
        ("sit", json!({ "side": "first", "anew": true })),
        ("move", json!({})),
        ("act/resign", json!({})),
        ("delete", json!({})),
        ("undelete", json!({})),
    ] {
        if ask("machines/mine/here")["here"] == true {
            let scene = ask("machines/mine")["scene"].take();
            body["revision"] = scene["revision"].clone();
            if verb == "move" {
                body["move"] = scene["round"]["legal"][0].clone();
            }
            version = scene["version"].clone();
        }
        if verb == "delete" {
            body = json!({ "version": version });
        }
        if body["anew"] == true {
            body["version"] = version.clone();
        }
        let answer = page.answer(&request(&format!("machines/mine/{verb}"), Some(&body)));
        let status = answer.status;
        let answer = told(answer);
        assert_eq!(status, 200, "{verb}: {answer}");
        screens.follow(verb);
    }
    assert!(screens.changes[0] > 12, "{:?}", screens.changes);
}
