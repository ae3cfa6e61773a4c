// The steps of the lessons: how many there are, the tabs at which some of them take place, the trainings that belong to them,
// which are an opponent and a number of games, and the place of the right answer among the answers to each question.
"use strict";

export const PATHS = {
  cups: { steps: 7, tabs: { 5: "training", 7: "boxes" }, trainings: { 5: ["perfect", "100"] }, right: [1, 1, 0, 0, 1, 2, 1] },
  hexapawn: { steps: 6, tabs: { 5: "training", 6: "boxes" }, trainings: { 5: ["random", "100"] }, right: [2, 1, 1, 0, 1, 2] },
  "tic-tac-toe": { steps: 5, tabs: { 4: "training", 5: "training" }, trainings: { 4: ["random", "1000"] }, right: [0, 2, 1, 1, 0] },
};
// The step of the lesson at which all groups of a class are; null if each is elsewhere.
export const stepOf = ({ lesson, pace: { all } }) => all ? Math.min(all.step, PATHS[lesson].steps) : null;
// The key of a part of a step: what to do, where to look, the question, its answers. A class does not train its machines, so
// some of its steps are others.
export function partOf(has, { lesson, step, inClass }, part) {
  const key = `path.${lesson}.${step}.${part}`;
  return inClass && has(key + ".class") ? key + ".class" : key;
}
