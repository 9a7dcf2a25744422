import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const folder = "lib/server/resources/publications/openai";
const hostile = "tests/api/openai-hostile.test.ts";
const load = "tests/api/openai-load.test.ts";
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
    ["a response of any publication is read", "selectSession", drop("call eq 4"), "b598e77bdb"],
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
  ...mutantsOf(
    `${folder}/run/start.ts`,
    ["tests/api/openai-calls.test.ts"],
    ["tools of an earlier request stay", "continueRun", replace("call withHidden 1", "{ ...$2, ...$1 }"), "40d47823dd"],
  ),
  ...mutantsOf(
    `${folder}/run/call.ts`,
    [load],
    ["calls above the rate download images", "openCall", replace("call countingCall 1", "$4()"), "4665f365fa"],
  ),
  ...mutantsOf(
    `${folder}/request/images.ts`,
    [load],
    ["images are as large as they like", "loadImages", replace("call min 1", "$2"), "267fd07ba5"],
  ),
  ...mutantsOf(
    `${folder}/stream/sse.ts`,
    [load],
    ["a reader who has left is followed", "toEventStream", drop("statement 4"), "c52ab61091"],
  ),
  ...mutantsOf(
    `${folder}/stream/sse.ts`,
    ["tests/unit/openai-follow.test.ts"],
    ["who leaves before a stream begins is not noticed", "toEventStream", never("if 2"), "ea50641091"],
  ),
  ...mutantsOf(
    `${folder}/stream/follow.ts`,
    ["tests/unit/openai-follow.test.ts"],
    ["a slow reader takes a part for the whole", "followResponse", replace("throw 1", "return;"), "cb19e7c3fd"],
  ),
  ...mutantsOf(
    "lib/server/resources/publications/websites.ts",
    ["tests/api/openai-browsers.test.ts"],
    ["any website uses a publication", "findWebsite", always("if 2"), "8dc189bfb0"],
  ),
];
