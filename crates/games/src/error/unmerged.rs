//! Reasons why tables cannot be added up.

/// Why the tables of several models cannot be added up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unmerged {
    /// They have learnt different games.
    #[error("{one} has learnt {games_0}, {other} {games_1}; only tables of one game add up", games_0 = .games[0], games_1 = .games[1])]
    Game {
        /// The first model.
        one: String,
        /// The model that does not match it.
        other: String,
        /// The games of the two.
        games: [String; 2],
    },
    /// They have learnt different sides.
    #[error(
        "{one} has {sides_0} learning, {other} {sides_1}; only tables of one side add up",
        sides_0 = .sides[0], sides_1 = .sides[1]
    )]
    Sides {
        /// The first model.
        one: String,
        /// The model that does not match it.
        other: String,
        /// The learners of the two, in words.
        sides: [&'static str; 2],
    },
    /// They follow different rules.
    #[error("{one} follows the rule {rules_0}, {other} {rules_1}; only beads of one rule add up", rules_0 = .rules[0], rules_1 = .rules[1])]
    Rule {
        /// The first model.
        one: String,
        /// The model that does not match it.
        other: String,
        /// The names of the two rules.
        rules: [String; 2],
    },
    /// They follow different rules with the same name.
    #[error("{one} and {other} follow different rules named {rule}; only beads of one rule add up")]
    Namesakes {
        /// The first model.
        one: String,
        /// The model that does not match it.
        other: String,
        /// The name.
        rule: String,
    },
    /// One of them has changed its rule.
    #[error(
        "{model} has followed the rule {before} and then {after}; only beads of one rule add up"
    )]
    RuleChanged {
        /// The model.
        model: String,
        /// The name of an earlier rule.
        before: String,
        /// The name of the rule it follows now.
        after: String,
    },
    /// Their rule has no beads.
    #[error(
        "the rule {0} multiplies odds: its weights are shares of a whole and do not add up; \
         `mix:0.5*A+0.5*B` plays by one or the other"
    )]
    Odds(String),
    /// Their rule has values.
    #[error(
        "the rule {0} keeps values of moves, which do not add up; `mix:0.5*A+0.5*B` plays by one or the other"
    )]
    Values(String),
    /// One of them was imported, so its beads were not put into its boxes by a rule.
    #[error("{0} was imported: its starting beads are not known")]
    Imported(String),
    /// Boxes of one of them were full.
    #[error("{0} has had full boxes: the beads that did not fit would be missing from the sum")]
    Saturated(String),
    /// One of them is named twice.
    #[error("{0} is named twice; its games would count twice")]
    Twice(String),
    /// Both contain the same games.
    #[error("{one} and {other} hold the same games: {games}; they would count twice")]
    Shared {
        /// The first model.
        one: String,
        /// The other model.
        other: String,
        /// Which games they share.
        games: String,
    },
    /// A box would hold more beads than a box can.
    #[error("the box of key {0:#x} would hold more beads than a box can")]
    Full(u128),
    /// Their sum would not be a valid model; for example, its history would count more than the limit.
    #[error("their sum is not a valid model: {0}")]
    Whole(String),
}
