import { type Mutant, mutantsOf } from "../mutant";
import { drop } from "../mutation/operation";

const folder = "lib/server/resources/publications/openai";
const hostile = "tests/api/openai-hostile.test.ts";
const responses = "tests/api/openai-responses.test.ts";

/** The OpenAI-compatible API: which keys are let in, and whose responses they read and continue. */
export const openAiMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/caller.ts`,
    [hostile],
    ["a key in the address is let in", "refuseKeyInAddress", drop("if 1"), "73a7ffd2f5"],
  ),
  ...mutantsOf(
    `${folder}/stored/responses.ts`,
    [hostile],
    ["a response of any publication is read", "findOwnResponse", drop("call eq 4"), "95689727ae"],
  ),
  ...mutantsOf(
    `${folder}/stored/responses.ts`,
    [responses],
    ["a deleted response is read", "findResponse", drop("if 1"), "0ff6bd3dad"],
  ),
  ...mutantsOf(
    `${folder}/run/start.ts`,
    [responses],
    ["an old response is continued", "requireContinuable", drop("if 2"), "11887c2753"],
    ["a response is continued without the output of its call", "requireContinuable", drop("if 3"), "79cfe32753"],
  ),
];
