//! Why tables cannot be added up.

/// Why the tables of several models cannot be added up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unmerged {
    /// They have learnt different games.
    #[error("{one} has learnt {games_0}, {other} {games_1}; only tables of one game add up", games_0 = .games[0], games_1 = .games[1])]
    Game {
        /// The first model.
        one: String,
        /// The one that does not go with it.
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
        /// The one that does not go with it.
        other: String,
        /// Who learns in the two, in words.
        sides: [&'static str; 2],
    },
    /// They follow different rules.
    #[error("{one} follows the rule {rules_0}, {other} {rules_1}; only beads of one rule add up", rules_0 = .rules[0], rules_1 = .rules[1])]
    Rule {
        /// The first model.
        one: String,
        /// The one that does not go with it.
        other: String,
        /// The names of the two rules.
        rules: [String; 2],
    },
    /// They follow different rules of one name.
    #[error(
        "{one} and {other} follow different rules of the name {rule}; only beads of one rule add up"
    )]
    Namesakes {
        /// The first model.
        one: String,
        /// The one that does not go with it.
        other: String,
        /// The name.
        rule: String,
    },
    /// One of them has changed its rule on the way.
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
    /// Their rule has no beads to count.
    #[error(
        "the rule {0} multiplies odds: its weights are shares of a whole and do not add up; \
         `mix:0.5*A+0.5*B` plays by one or the other"
    )]
    Odds(String),
    /// What lies in the boxes of one of them was not put there by a rule.
    #[error("{0} was imported: which of its beads lay there at the start is not known")]
    Imported(String),
    /// Boxes of one of them were full.
    #[error("{0} has had full boxes: what they did not take is missing from the sum")]
    Saturated(String),
    /// One of them is named twice.
    #[error("{0} is named twice; its games would count twice")]
    Twice(String),
    /// The same games are in both.
    #[error("{one} and {other} hold the same games: {games}; they would count twice")]
    Shared {
        /// A model.
        one: String,
        /// The other that holds the same.
        other: String,
        /// Which games.
        games: String,
    },
    /// A box would hold more than a box can.
    #[error("the box of key {0:#x} would hold more beads than a box can")]
    Full(u128),
    /// What they would make is no model, such as one whose history counts more than it can.
    #[error("a sum of them is no model: {0}")]
    Whole(String),
}
