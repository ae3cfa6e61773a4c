//! A picture of the learning speed: the games played until a learner avoids losing in a given share of
//! its last games.

use matchboxes::arena::{Finals, Speed, Study};
use matchboxes::game::Side;
use matchboxes::text::{decimal, float, thousands};

use crate::plot::quantity::Quantity;
use crate::plot::ranges::{Range, RangeGroup, RangeRow, Ranges};

/// The ranges of all trainings; `None` if the trainings are shorter than the window of last games.
pub(super) fn speeds(studies: &[Study], name: impl Fn(&Study) -> String) -> Option<Ranges> {
    let setting = &studies.first()?.setting;
    let last = setting.window;
    if !setting.fits_window() {
        return None;
    }
    let sides: Vec<Side> = setting.learners.sides().collect();
    let learner = match sides[..] {
        [side] => side.name(),
        _ => "a learner",
    };
    let groups = match (studies, &sides[..]) {
        ([study], &[side]) => vec![alone(study, side, last)],
        _ => Speed::PERCENTS
            .map(|percent| RangeGroup {
                name: heading(learner, &format!("{percent} %"), last),
                rows: rows(studies, &sides, percent, &name),
            })
            .into(),
    };
    let mut notes = Vec::new();
    if setting.runs > 1 {
        notes.push("dot and number: mean of the runs".to_owned());
        let line = match setting.runs {
            2..10 => "line: least to most of the runs",
            _ => "line: 8 in 10 of the runs",
        };
        notes.push(line.to_owned());
        let mut all = studies.iter().flat_map(|study| &study.speeds);
        if all.any(|speed| speed.not_reached > 0) {
            let never = "ring and >: a lower bound, since runs that never reached it count with all their games; arrow: more \
                         than one run in ten never did";
            notes.push(never.to_owned());
        }
    }
    Some(Ranges {
        x_label: "games played until then".to_owned(),
        empty_axis: float(setting.size().games_per_run()),
        groups,
        notes,
        ..Ranges::default()
    })
}

/// All shares of a single learner under one heading.
fn alone(study: &Study, side: Side, last: u64) -> RangeGroup {
    let rows = study.speeds.iter().map(|speed| RangeRow {
        name: format!("{} %", speed.percent),
        quantity: Some(Quantity::NotLost(side)),
        ..row(study, speed)
    });
    RangeGroup {
        name: heading(side.name(), "this share", last),
        rows: rows.collect(),
    }
}

/// One share for all trainings and for the sides that learn in all of them.
fn rows(
    studies: &[Study],
    sides: &[Side],
    percent: u64,
    name: impl Fn(&Study) -> String,
) -> Vec<RangeRow> {
    let several = sides.len() > 1;
    let mut rows = Vec::new();
    for (place, study) in studies.iter().enumerate() {
        let speeds = study.speeds.iter();
        for speed in speeds.filter(|one| one.percent == percent && sides.contains(&one.side)) {
            let mut row = row(study, speed);
            if studies.len() == 1 {
                row.quantity = Some(Quantity::Of(speed.side));
                speed.side.name().clone_into(&mut row.name);
            } else {
                row.name = name(study);
                row.place = Some(place);
                if several {
                    row.name += &format!(", {}", speed.side.name());
                }
            }
            rows.push(row);
        }
    }
    rows
}

fn heading(learner: &str, share: &str, last: u64) -> String {
    let last = thousands(last);
    format!("until {learner} avoids losing in {share} of its last {last} games")
}

/// The range of the runs of a training, and how many of them never reached the share.
fn row(study: &Study, speed: &Speed) -> RangeRow {
    let finals = Finals::of_speed(speed, &study.setting);
    // A run that never reached it played all its games without it.
    let setting = &study.setting;
    let all = float(setting.size().games_per_run());
    let games = |part| finals.quantile(part).unwrap_or(all);
    let range = (!speed.games.is_empty()).then(|| Range {
        low: games(10),
        mid: finals.mean(),
        high: games(90),
        is_open: finals.quantile(90).is_none(),
        is_bound: speed.not_reached > 0,
    });
    let missing = speed.not_reached;
    let remark = match (&range, missing) {
        (None, _) => "not reached".to_owned(),
        (Some(range), 0) => decimal(range.mid, 0),
        (Some(range), _) => {
            let [missing, runs] = [missing, setting.runs].map(thousands);
            format!(">{}; {missing} of {runs} never", decimal(range.mid, 0))
        }
    };
    RangeRow {
        range,
        remark,
        ..RangeRow::default()
    }
}
