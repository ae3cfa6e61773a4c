//! What a source states, what is found here, and the one law that judges both.

use matchboxes_report::Row;

use super::template::TemplateValues;

/// How many standard errors a figure may be away from what is stated.
const ERRORS: f64 = 3.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClaimVerdict {
    /// All values within three standard errors of ours agree with what is stated.
    Holds,
    /// None of them does.
    Fails,
    /// Some do and some do not, or one of the two figures is not known.
    Open,
}

impl ClaimVerdict {
    pub(crate) const ALL: [Self; 3] = [Self::Holds, Self::Fails, Self::Open];

    /// Its name, under which each language has a word.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Open => "open",
        }
    }
}

/// What a source states of a figure: the values that agree with it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StatedFigure {
    text: String,
    low: f64,
    high: f64,
}

impl StatedFigure {
    /// A figure that is exact, or one printed to this precision, which may be 0.
    pub(crate) fn near(text: impl Into<String>, value: f64, within: f64) -> Self {
        Self::between(text, value - within, value + within)
    }

    /// A figure that one sample gave, of this standard error.
    pub(crate) fn sampled(text: impl Into<String>, value: f64, rounding: f64, error: f64) -> Self {
        Self::near(text, value, rounding + ERRORS * error)
    }

    pub(crate) fn between(text: impl Into<String>, low: f64, high: f64) -> Self {
        let text = text.into();
        Self { text, low, high }
    }

    /// Words that mean more than this.
    pub(crate) fn above(text: impl Into<String>, low: f64) -> Self {
        Self::between(text, low.next_up(), f64::INFINITY)
    }
}

/// A figure of ours with its standard error, which is 0 for an exact one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnFigure {
    text: String,
    value: f64,
    error: f64,
}

impl OwnFigure {
    pub(crate) fn exact(text: impl Into<String>, value: f64) -> Self {
        Self::measured(text, value, 0.0)
    }

    pub(crate) fn measured(text: impl Into<String>, value: f64, error: f64) -> Self {
        let text = text.into();
        Self { text, value, error }
    }
}

/// A figure of a source beside ours.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FigureClaim {
    /// Its name in the tables and pages.
    pub(crate) name: String,
    /// None if it is not known here.
    stated: Option<StatedFigure>,
    /// None if it cannot be found.
    found: Option<OwnFigure>,
    /// The command that gives our figure.
    command: String,
}

impl FigureClaim {
    pub(crate) fn new(
        name: impl Into<String>,
        stated: impl Into<Option<StatedFigure>>,
        found: impl Into<Option<OwnFigure>>,
        command: impl Into<String>,
    ) -> Self {
        Self {
            name: name.into(),
            stated: stated.into(),
            found: found.into(),
            command: command.into(),
        }
    }

    pub(crate) fn verdict(&self) -> ClaimVerdict {
        let (Some(stated), Some(found)) = (&self.stated, &self.found) else {
            return ClaimVerdict::Open;
        };
        let slack = ERRORS * found.error;
        let (least, most) = (found.value - slack, found.value + slack);
        if stated.low <= least && most <= stated.high {
            ClaimVerdict::Holds
        } else if most < stated.low || stated.high < least {
            ClaimVerdict::Fails
        } else {
            ClaimVerdict::Open
        }
    }

    pub(crate) fn holds(&self) -> bool {
        self.verdict() == ClaimVerdict::Holds
    }

    pub(crate) fn row(&self) -> Row {
        let (stated, found) = (self.stated.as_ref(), self.found.as_ref());
        // Words are placeholders by their English names, which tables keep.
        let plain = |text: &str| text.trim_matches(['{', '}']).to_owned();
        let ends = stated.map(|stated| [stated.low, stated.high]);
        let end = |which: usize| ends.map(|ends| ends[which]).filter(|end| end.is_finite());
        Row::default()
            .with("figure", &self.name)
            .with("source", stated.map(|stated| plain(&stated.text)))
            .with("source_low", end(0))
            .with("source_high", end(1))
            .with("ours", found.map(|found| plain(&found.text)))
            .with("ours_value", found.map(|found| found.value))
            .with("ours_error", found.map(|found| found.error))
            .with("verdict", self.verdict().name())
            .with("command", &self.command)
    }

    /// Adds `claim.NAME`, with the source's figure, and `rest.NAME`, without it: cells of a row of a page's table.
    pub(crate) fn add(&self, values: &mut TemplateValues) {
        let text = |text: Option<&String>| text.map_or("{unknown}", String::as_str).to_owned();
        let stated = text(self.stated.as_ref().map(|stated| &stated.text));
        let found = text(self.found.as_ref().map(|found| &found.text));
        let verdict = self.verdict().name();
        let command = if self.command.is_empty() {
            String::new()
        } else {
            format!("`{}`", self.command)
        };
        let rest = format!("{found} | {{{verdict}}} | {command}");
        values.put(format!("claim.{}", self.name), format!("{stated} | {rest}"));
        values.put(format!("rest.{}", self.name), rest);
        values.put(format!("found.{}", self.name), found);
        values.put(format!("verdict.{}", self.name), format!("{{{verdict}}}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_law_judges_exact_rounded_and_sampled_figures() {
        let verdict = |stated: Option<StatedFigure>, found: Option<OwnFigure>| {
            FigureClaim::new("x", stated, found, "").verdict()
        };
        let exact = |value: f64| Some(OwnFigure::exact("", value));
        let stated = || Some(StatedFigure::near("8.7", 8.7, 0.05));
        assert_eq!(verdict(stated(), exact(8.74)), ClaimVerdict::Holds);
        assert_eq!(verdict(stated(), exact(8.76)), ClaimVerdict::Fails);
        assert_eq!(verdict(stated(), None), ClaimVerdict::Open);
        assert_eq!(verdict(None, exact(1.0)), ClaimVerdict::Open);
        let of_sample = Some(StatedFigure::sampled("8.7", 8.7, 0.05, 0.1));
        assert_eq!(verdict(of_sample.clone(), exact(9.0)), ClaimVerdict::Holds);
        assert_eq!(verdict(of_sample, exact(9.1)), ClaimVerdict::Fails);
        let more = || Some(StatedFigure::above("more", 0.0));
        for (value, wanted) in [
            (3.1, ClaimVerdict::Holds),
            (-3.1, ClaimVerdict::Fails),
            (2.9, ClaimVerdict::Open),
        ] {
            assert_eq!(
                verdict(more(), Some(OwnFigure::measured("", value, 1.0))),
                wanted
            );
        }
        assert_eq!(verdict(more(), exact(0.0)), ClaimVerdict::Fails);
    }
}
