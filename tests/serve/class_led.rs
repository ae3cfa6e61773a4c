//! A class that its teacher leads through the steps of its lesson.

use serde_json::{Value, json};

use super::class::{Class, Device, dice};
use super::client::{count, list};

/// A step at which all groups are.
fn at(step: u8, answered: bool) -> Value {
    json!({ "all": { "step": step, "answered": answered } })
}

impl Class {
    fn goes_to(&self, pace: &Value) -> Value {
        let from = self.wall()["pace"].take();
        self.led("/lead", &json!({ "pace": pace, "from": from }))
    }

    fn guesses(&self, device: &Device, step: u8, choice: u8) -> u16 {
        let body = json!({ "step": step, "choice": choice });
        let line = format!("POST /api/machines/{}/guess", device.file);
        self.asked(&line, &device.cookie, &body).status
    }
}

#[test]
fn all_groups_are_at_the_step_of_the_class_and_guess_without_names() {
    let (class, groups) = Class::with_groups::<3>();
    let [one, two, three] = &groups;
    assert_eq!(class.shown(one)["class"]["pace"], "free");
    // There is no question yet, and none about another step.
    assert_eq!(class.guesses(one, 1, 0), 409);
    assert_eq!(class.goes_to(&at(3, false))["pace"], at(3, false));
    assert_eq!(class.guesses(one, 2, 0), 409);
    for (device, choice) in [(one, 0), (two, 1), (three, 1), (one, 2)] {
        assert_eq!(class.guesses(device, 3, choice), 200);
        assert_eq!(class.shown(device)["class"]["guess"], json!(choice));
    }
    assert_eq!(class.guesses(one, 3, 9), 422);
    let wall = class.wall();
    assert_eq!(wall["guesses"], json!([0, 2, 1, 0]));
    let mut shown = list(&wall["groups"]).iter();
    assert!(shown.all(|group| group.get("guess").is_none()));
    // A second screen that shows another step changes nothing.
    let stale = json!({ "pace": at(5, false), "from": at(2, false) });
    assert_eq!(class.leads("/lead", &stale).refusal().1, "stale");
    // A guess can be made while all boards pause, but not once the answer is shown.
    class.led("/pause", &json!({ "paused": true }));
    assert_eq!(class.guesses(two, 3, 0), 200);
    class.led("/pause", &json!({ "paused": false }));
    class.goes_to(&at(3, true));
    assert_eq!(class.guesses(three, 3, 0), 409);
    // It is kept, and a group that comes late is there too.
    let class = class.killed();
    let late = class.device(&class.code, "Table 4");
    for (device, guess) in [(one, json!(2)), (two, json!(0)), (&late, Value::Null)] {
        let shown = class.shown(device)["class"].take();
        assert_eq!((&shown["pace"], &shown["guess"]), (&at(3, true), &guess));
    }
    assert_eq!(class.wall()["guesses"], json!([1, 1, 1, 0]));
    class.led("/remove", &json!({ "group": 1 }));
    assert_eq!(class.wall()["guesses"], json!([1, 1, 0, 0]));
    // Another lesson begins with its first step, and has questions of its own.
    class.turn("hexapawn", "each");
    let wall = class.wall();
    assert_eq!(wall["pace"], at(1, false));
    assert_eq!(wall["guesses"], json!([0, 0, 0, 0]));
    class.goes_to(&json!("own"));
    assert_eq!(class.shown(two)["class"]["pace"], "own");
}

/// A board has the score of its group, and what its machine has learnt from all that teach it.
#[test]
fn a_board_tells_its_score_and_what_its_machine_has_learnt() {
    let class = Class::new("");
    class.turn("tic-tac-toe", "one");
    let groups: [_; 2] = class.groups();
    let mut dice = dice(80);
    let mut ended = [0; 2];
    while ended[0] < 13 {
        let which = usize::from(ended[1] < 11 && dice.below(2) == 0);
        let scene = class.goes_on(&groups[which], &mut dice);
        ended[which] += u64::from(scene["round"]["ended"].is_object());
    }
    let wall = class.wall();
    let results = wall["results"].as_str().unwrap();
    let lost = |some: &str| some.matches('l').count();
    let last = results.len() - 10;
    let learnt = json!([10, lost(&results[..10]), lost(&results[last..])]);
    let mut all = 0;
    for (shown, device) in list(&wall["groups"]).iter().zip(&groups) {
        let own = class.shown(device)["class"].take();
        assert_eq!((&own["score"], &own["learnt"]), (&shown["score"], &learnt));
        all += list(&own["score"]).iter().map(count).sum::<u64>();
    }
    assert_eq!(all, results.len() as u64);
    // Each box has the last game in which it was used; the first one is used in each.
    let used = list(&wall["machine"]["used"]);
    assert_eq!((used.len(), count(&used[0])), (304, all));
    assert!(used.iter().any(|game| count(game) == 0));
}
