import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const bounds = "tests/unit/providers/answer-bounds.test.ts";
const calls = "tests/api/runs-many-calls.test.ts";
const costs = "tests/api/estimated-costs.test.ts";

/** What an answer may come to, how many calls are made of it, and what it costs where nobody counts. */
export const answerMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/models/providers/bounds/part-bounds.ts`,
    [bounds, "cut at|tool call"],
    ["an answer has any length", "PartBounds.addText", replace("call slice 1", "$owner"), "366fb3e892"],
    ["a call's arguments have any length", "PartBounds.addCallChars", drop("if 1"), "7fa10a8a65"],
    ["the arguments of a step have any length", "PartBounds.addCallChars", drop("if 2"), "c5dab78a65"],
    ["a step asks for any number of calls", "PartBounds.startCall", drop("if 2"), "b9507285b6"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/bounds/event-bounds.ts`,
    [bounds, "of events of nothing|of brackets|without an end"],
    ["an event of a stream has any size", "createEventFilter", never("|| 4"), "dcefe9d24a"],
    ["a stream has any number of events", "createEventFilter", drop("if 16"), "f3156ed24a"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/bounds/event-bounds.ts`,
    [bounds, "is cut at"],
    ["an escape sequence beyond the limit is passed on", "createEventFilter", always("return 2 > value"), "b9644fd24a"],
    ["a text in a stream has any length", "createEventFilter", always("return 4 > value"), "4fe962d24a"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/bounds/bounded-answer.ts`,
    [bounds, "of an error's body|of events of nothing"],
    [
      "an error's body is read to its end",
      "truncateBody",
      replace("variable 2 > value", "Number.POSITIVE_INFINITY"),
      "cbc4142cf0",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/paced-body.ts`,
    [bounds, "of an error's body|of events of nothing"],
    ["a stream is read in one go", "paceBody", drop("if 3"), "71ffdee422"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/steps/step.ts`,
    [calls, "a few at a time"],
    ["a step makes any number of calls", "runModelStep", drop("comparison 4"), "28a20f8e6b"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/lease/slots.ts`,
    [calls, "a few at a time"],
    ["all calls are made at the same time", "maxParallel", replace("value", "64"), "98066b5bbb"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/steps/step.ts`,
    [costs, "an answer without"],
    ["an answer without a count costs nothing", "runModelStep", never("|| 1"), "d988ec8e6b"],
    ["an answer that was not begun costs nothing", "runModelStep", drop("|| 1 > operand 2"), "94b9cf8e6b"],
    ["an answer that was refused costs something", "runModelStep", always("|| 1"), "d988ec8e6b"],
  ),
  ...mutantsOf(
    `${server}/engine/models/estimate.ts`,
    [costs, "an answer without"],
    ["an estimate is shown as a count", "fillMissingCounts", drop("statement 3"), "03c1bec838"],
  ),
];
