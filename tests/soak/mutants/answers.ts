import { type Mutant, mutantsOf } from "../mutant";

const providers = "lib/server/models/providers";
const runs = "lib/server/runs";
const bounds = "tests/unit/providers/answer-bounds.test.ts";
const calls = "tests/api/runs-many-calls.test.ts";
const costs = "tests/api/estimated-costs.test.ts";

/** What an answer may come to, how many calls are made of it, and what it costs where nobody counts. */
export const answerMutants: Mutant[] = [
  ...mutantsOf(
    `${providers}/part-bounds.ts`,
    [bounds, "cut at|tool call"],
    ["an answer has any length", "piece.slice(0, maxAnswerChars - this.textChars)", "piece"],
    ["a call's arguments have any length", "if (ofCall > maxCallChars) throw", "if (false) throw"],
    ["the arguments of a step have any length", "if (this.callsChars > maxCallsChars) throw", "if (false) throw"],
    ["a step asks for any number of calls", "if (this.calls > maxCallsAsked)", "if (false)"],
  ),
  ...mutantsOf(
    `${providers}/event-bounds.ts`,
    [bounds, "of events of nothing|of brackets|without an end"],
    ["an event of a stream has any size", "if (eventBytes > maxEventBytes || parts > maxEventParts)", "if (false)"],
    ["a stream has any number of events", "if (events > maxEvents)", "if (false)"],
    [
      "a text in a stream has any length",
      "      return chars <= maxTextChars;\n    }\n    if",
      "      return true;\n    }\n    if",
    ],
  ),
  ...mutantsOf(
    `${providers}/bounded-answer.ts`,
    [bounds, "of an error's body|of events of nothing"],
    ["an error's body is read to its end", "let left = maxErrorBytes;", "let left = Number.POSITIVE_INFINITY;"],
    ["a stream is read in one go", "if (performance.now() - turnBegan > turnMs)", "if (false)"],
  ),
  ...mutantsOf(
    `${runs}/step.ts`,
    [calls, "a few at a time"],
    ["a step makes any number of calls", '"tool-call" && calls.length < maxStepCalls)', '"tool-call")'],
  ),
  ...mutantsOf(
    `${runs}/slots.ts`,
    [calls, "a few at a time"],
    ["all calls are made at the same time", "const maxParallel = 8;", "const maxParallel = 64;"],
  ),
  ...mutantsOf(
    `${runs}/step.ts`,
    [costs, "an answer without"],
    [
      "an answer without a count costs nothing",
      "if (facts.ttftMs !== null || accepted?.()) estimate",
      "if (false) estimate",
    ],
    ["an answer that was not begun costs nothing", "facts.ttftMs !== null || accepted?.()", "facts.ttftMs !== null"],
    [
      "an answer that was refused costs something",
      "if (facts.ttftMs !== null || accepted?.()) estimate",
      "if (true) estimate",
    ],
  ),
  ...mutantsOf(
    `${runs}/estimate.ts`,
    [costs, "an answer without"],
    ["an estimate is shown as a count", "  facts.estimated = true;\n", ""],
  ),
];
