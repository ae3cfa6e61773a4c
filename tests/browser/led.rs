//! A class that is led through the steps of its lesson, and its wall, which is read from the last row.

use serde_json::{Value, json};

use crate::group::{join, led_class};
use crate::visit::Visit;

/// Whether all is on one screen, nothing of a tile is cut, and no letter is lower than a thirtieth of the screen.
const IS_READABLE: &str = "(() => {
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) return 'it is larger than the screen';
  const cut = [...document.querySelectorAll('#tiles li, #told, #machine, .one-machine')].find(it => it.scrollHeight > it.clientHeight + 1);
  if (cut) return 'cut: ' + cut.textContent;
  const name = [...document.querySelectorAll('#shown .name')].find(it => {
    const text = document.createRange(), [own, room] = (text.selectNodeContents(it), [text, it].map(one => one.getBoundingClientRect()));
    return own.right > room.right + 1 || own.bottom > room.bottom + 1;
  });
  if (name) return 'cut: ' + name.textContent;
  const low = [...document.querySelectorAll('body *')].find(it => {
    if (!it.checkVisibility() || it.matches('.sr') || ![...it.childNodes].some(text => text.nodeType === 3 && text.data.trim())) return false;
    const scale = it instanceof SVGTextElement ? it.getScreenCTM().a : 1;
    return parseFloat(getComputedStyle(it).fontSize) * scale < innerHeight / 30;
  });
  return low ? 'low: ' + low.textContent : '';
})()";

/// Waits until the wall is readable, or says what is not.
fn is_readable(wall: &mut Visit) {
    wall.eval("new Promise(done => setTimeout(done, 600))");
    assert_eq!(wall.eval(IS_READABLE), "");
}

fn guesses(phone: &mut Visit, choice: u64) {
    let button = format!("#path-choices button:nth-child({choice})");
    phone.click(&button);
    phone.wait_for(&format!("{button}[aria-pressed=true]"));
}

fn bars_are(wall: &mut Visit, counts: [u64; 3]) {
    let shown = "JSON.stringify([...document.querySelectorAll('#told .bars b')].map(it => Number(it.textContent)))";
    wall.wait(&format!("{shown} === '{}'", json!(counts)));
}

fn step_is(phone: &mut Visit, title: &str) {
    phone.wait_for_text("#path-title", title);
}

#[test]
fn a_class_is_led_step_by_step_and_guesses_before_the_answer() {
    let Some([mut one, mut teacher, mut wall]) = led_class() else {
        return;
    };
    wall.size(1920, 1080);
    let code = wall.text("#code");
    let mut two = one.other_device();
    join(&mut two, &code, "Table 2");
    wall.wait_for_count("#tiles li", 2);
    assert!(one.is_hidden("path"));
    teacher.click("#step-next");
    for phone in [&mut one, &mut two] {
        step_is(phone, "Step 1 of 7");
        // Whoever leads decides when all go on.
        let buttons = "document.querySelector('#path-next').offsetParent";
        assert_eq!(phone.eval(buttons), Value::Null);
        phone.reads("#path-text", "Is it better to begin?");
    }
    wall.wait_for_text(".asked", "Is it better to begin?");
    guesses(&mut one, 1);
    guesses(&mut two, 2);
    bars_are(&mut wall, [1, 1, 0]);
    guesses(&mut one, 3);
    bars_are(&mut wall, [0, 1, 1]);
    assert_eq!(wall.count(".bars .right"), 0);
    assert!(!wall.text("#told").contains("Table"));
    is_readable(&mut wall);
    // The answer is marked on all screens, and no guess is changed after it.
    teacher.click("#answer");
    wall.wait_for_text(".bars .right span", "no");
    one.reads("#path-choices", "Not so.");
    two.reads("#path-choices", "Right!");
    assert_eq!(two.count("#path-choices button:disabled"), 3);
    teacher.click("#step-next");
    step_is(&mut one, "Step 2 of 7");
    guesses(&mut one, 2);
    // A group that comes late, or again, is at the step of the class, also after a stop of the server.
    one.restart_server();
    for visit in [&mut one, &mut two, &mut wall, &mut teacher] {
        visit.refusals += 20;
    }
    let mut late = one.other_device();
    join(&mut late, &code, "Table 3");
    late.refusals += 20;
    one.open_page("/", "#board .cell");
    for phone in [&mut one, &mut two, &mut late] {
        step_is(phone, "Step 2 of 7");
    }
    one.wait_for("#path-choices button:nth-child(2)[aria-pressed=true]");
    bars_are(&mut wall, [0, 1, 0]);
    // Which slip goes is guessed on the phone before it is shown, as in the lesson of one person.
    for game in 1..=6 {
        one.finish_game();
        assert!(one.text("#status").ends_with("Which slip goes?"));
        one.click("#matchbox .guesses button");
        one.wait_for("#new:not(:disabled)");
        if game < 6 {
            one.click("#new");
            one.wait_for_game();
        }
    }
    let learnt =
        "/^You won \\d, the machine \\d\\.It used to lose \\d of 3; of the last 3 it lost \\d\\.$/";
    one.wait(&format!(
        "{learnt}.test(document.getElementById('learnt').textContent)"
    ));
    // A lesson of a class trains no machine.
    teacher.choose("pace", "5");
    step_is(&mut two, "Step 5 of 7");
    two.reads("#path-text", "How many games can it lose at most?");
    teacher.reads("#step-text", "How many games can it lose at most?");
    assert!(two.is_hidden("training"));
    teacher.choose("pace", "7");
    two.wait("!document.getElementById('boxes').hidden");
    // All cups are there, before the search for one.
    two.wait_for_count("#stages .cup", 7);
    two.wait(
        "document.getElementById('stages').offsetTop < document.getElementById('finder').offsetTop",
    );
    // At their own pace each phone has its own step.
    teacher.choose("pace", "own");
    step_is(&mut two, "Step 1 of 7");
    two.click("#path-next");
    step_is(&mut two, "Step 2 of 7");
    step_is(&mut one, "Step 1 of 7");
    wall.reads("#told", "Table 1");
    // What is collected is one large result, and the tiles stay as large.
    let tall = "document.querySelector('#tiles li').offsetHeight";
    let before = wall.eval(tall);
    teacher.click("#collect");
    wall.wait("/^[0-9]+%$/.test(document.querySelector('#told .large')?.textContent)");
    is_readable(&mut wall);
    assert_eq!(wall.eval(tall), before);
    for visit in [one, two, late, teacher, wall] {
        visit.end();
    }
}

/// Joins with this many names and plays two games with each.
const PLAY: &str = "(async () => {
  const api = async (path, body) => (await fetch('/api/' + path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
  for (let n = FROM; n <= MANY; n++) {
    const { file } = await api('class/join', { code: 'CODE', name: n % 5 ? 'Table ' + n : n % 2 ? 'A long name of group ' + n : '\\u73ed'.repeat(22) + n });
    for (let game = 0; game < 2; game++) {
      let { scene } = await api('machines/' + file);
      if (scene.round.ended) ({ scene } = await api(`machines/${file}/act/new`, { revision: scene.revision }));
      while (!scene.round.ended) {
        const { legal } = scene.round;
        ({ scene } = await api(`machines/${file}/move`, { revision: scene.revision, move: legal[(n + scene.round.turns.length) % legal.length] }));
      }
    }
  }
})()";

/// Turns the class to the lesson that is chosen and this way.
fn turn(teacher: &mut Visit, way: &str) {
    teacher.choose("way", way);
    if teacher.eval("document.getElementById('turn').disabled") == false {
        teacher.click("#turn");
        teacher.wait("document.getElementById('turn').disabled");
    }
}

#[test]
fn the_wall_tells_who_won_and_is_read_from_the_last_row() {
    let Some([_group, mut teacher, mut wall]) = led_class() else {
        return;
    };
    wall.size(1920, 1080);
    let code = wall.text("#code");
    let mut from = 2;
    for (many, lesson, ways) in [
        (12, "cups", 2),
        (25, "cups", 1),
        (25, "hexapawn", 2),
        (30, "tic-tac-toe", 2),
    ] {
        teacher.choose("lesson", lesson);
        for way in ["each", "one"].into_iter().take(ways) {
            turn(&mut teacher, way);
            if many >= from {
                let play = PLAY
                    .replace("FROM", &from.to_string())
                    .replace("MANY", &many.to_string());
                wall.eval(&play.replace("CODE", &code));
                from = many + 1;
            }
            let shown = if way == "each" { "#tiles li" } else { ".pair" };
            wall.wait_for_count(shown, many);
            is_readable(&mut wall);
            teacher.choose("pace", "4");
            wall.wait_for(".asked");
            is_readable(&mut wall);
            teacher.choose("pace", "free");
            wall.wait("!document.querySelector('.asked')");
        }
        if lesson == "cups" {
            // What the tiles say adds up to what the left side says.
            turn(&mut teacher, "each");
            wall.wait_for_count("#tiles li", many);
            let sum = "[1, 0].map(row => [...document.querySelectorAll('#tiles dl')].reduce((sum, one) => sum + Number(one.querySelectorAll('dd')[row].textContent), 0))";
            wall.wait(&format!("(([machine, groups]) => machine + groups === {} && document.querySelector('#told').textContent.startsWith(`Machine won ${{machine}}, groups ${{groups}}`))({sum})", 2 * (many - 1)));
            assert!(wall.count("#tiles .cross") > 0);
            assert_eq!(wall.count("#tiles .cup-number"), 7 * many);
        }
    }
    // All boxes are one picture, in which some are bright and most are empty.
    assert_eq!(wall.count(".one-machine canvas"), 1);
    for visit in [teacher, wall] {
        visit.end();
    }
}

/// The games of others change the boxes of one machine for all, but not the turn that is just seen.
#[test]
fn a_turn_is_seen_to_its_end_while_others_teach_the_same_machine() {
    let Some([mut one, mut teacher, mut wall]) = led_class() else {
        return;
    };
    turn(&mut teacher, "one");
    let code = wall.text("#code");
    let mut two = one.other_device();
    join(&mut two, &code, "Table 2");
    // Its clock stands still.
    one.before_each_page(
        "{ window.turnClock = (_, work) => { window.tick = work; }; localStorage['menace-quick'] = 'no'; }",
    );
    one.open_page("/", "#board .can");
    one.wait("document.getElementById('quick').onchange && !document.body.matches('.busy')");
    one.wait("window.tick || (document.querySelector('#board .can')?.click(), false)");
    let answers = "performance.getEntriesByType('resource').length";
    let (step, before) = (one.text("#status"), one.eval(answers));
    two.finish_game();
    one.wait(&format!("{answers} > {before}"));
    assert_eq!(one.text("#status"), step);
    one.eval("tick()");
    assert_ne!(one.text("#status"), step);
    // What is pressed before their next change has come is done at the same turn, and needs no second press.
    one.click("#quick");
    one.hide(true);
    two.play(1);
    one.move_once();
    assert_eq!(one.text("#failure"), "");
}

/// A button that asks whether one is sure stays where it is pressed again, on screens of every width.
#[test]
fn what_is_pressed_twice_does_not_move() {
    let Some([_group, mut teacher, _wall]) = led_class() else {
        return;
    };
    for width in [390, 768, 1024, 1100, 1200, 1280, 1366] {
        teacher.size(width, 800);
        teacher.open_page("/teacher", "#groups li button");
        teacher.eval(
            "{ window.pressed = [...document.querySelectorAll('#groups li button')].at(-1); pressed.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = pressed.getBoundingClientRect(); window.spot = [x + width / 2, y + height / 2];
            window.label = pressed.textContent; pressed.click(); 0 }",
        );
        let asks =
            "pressed.textContent !== label && document.elementFromPoint(...spot) === pressed";
        assert_eq!(teacher.eval(asks), true, "{width}");
    }
}
