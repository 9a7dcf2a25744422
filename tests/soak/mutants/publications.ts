import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const folder = "lib/server/resources/publications";
const calls = "tests/api/publications.test.ts";
const embeds = "tests/api/embeds.test.ts";
const limits = "tests/api/publications-limits.test.ts";

/** Publications: which keys are let in, whose rights they get, how much, and when they are out. */
export const publicationMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/service.ts`,
    [calls],
    ["a revoked key goes on", "selectByKey", drop("call isNull 1"), "80b8311d66"],
    ["a replaced key never ends", "selectByKey", drop("call or 1"), "90d6741d66"],
    ["a publication that is off is used", "requireOn", drop("if 1"), "c74e18469b"],
    ["a key opens every way", "requireOn", drop("if 2"), "e1fd99469b"],
    ["a publication lends the rights of whoever has left", "requireOn", drop("if 3"), "98df52469b"],
  ),
  ...mutantsOf(
    `${folder}/start.ts`,
    [calls],
    ["a publication continues any session of the team", "matchesSession", drop("call eq 3"), "d06612edc9"],
    ["a pin to another agent's revision runs", "createPublicationSession", drop("if 2"), "f4761babf1"],
  ),
  ...mutantsOf(
    `${folder}/start.ts`,
    [limits],
    ["a failed start leaves its session", "startWithFiles", never("if 2"), "0da2f53754"],
  ),
  ...mutantsOf(
    `${folder}/sessions.ts`,
    ["tests/api/publications-late.test.ts"],
    [
      "a revoked key approves",
      "answerPublicationRequest",
      replace("await 2", "$other", "call requireStillAdmitted 1 > argument 2"),
      "27b2315f26",
    ],
  ),
  ...mutantsOf(
    `${folder}/within-limits.ts`,
    [limits],
    ["calls are not counted", "countingCall", drop("statement 1"), "df62cc2e1b"],
  ),
  ...mutantsOf(
    "lib/contract/publications/fields.ts",
    [embeds],
    ["a wildcard is a website", "toOrigin", replace("variable 2 > value", "true"), "deef3a5f3a"],
  ),
  ...mutantsOf(
    `${folder}/embed.ts`,
    [embeds],
    ["any page starts a chat", "requireOwnPage", drop("if 1"), "5ef28f2248"],
    ["the next person at a browser is the last one", "addSession", always("|| 1"), "cc9c42f368"],
  ),
  ...mutantsOf(
    `${folder}/identity.ts`,
    [embeds],
    ["a visitor is signed by any algorithm", "readSubject", drop("object 1 > property 1"), "0b40274e57"],
    ["a visitor is signed for ever", "readSubject", drop("object 1 > property 2"), "1ac67f4e57"],
    ["a visitor's name has any length", "readSubject", drop("&& 1 > operand 1"), "8a09854e57"],
  ),
  ...mutantsOf(
    "lib/server/main/handle-embed.ts",
    [embeds],
    ["an app is shown on any website", "findPage", never("ternary 1"), "d1cdf1e10c"],
    ["an app is shown without a website", "findPage", drop("if 1"), "82a918e10c"],
    ["an app is shown as a page of its own", "findPage", drop("if 2"), "1538dce10c"],
  ),
  ...mutantsOf(
    `${folder}/start-in-turn.ts`,
    [calls],
    ["a revocation does not reach a start", "lockForStart", replace("call requireStillAdmitted 1", "$2"), "9d23bf1a42"],
    ["a run has the rights of an earlier principal", "requireUnchanged", always("&& 1 > operand 1"), "4f57d7ad86"],
  ),
  ...mutantsOf(
    `${folder}/start-in-turn.ts`,
    [limits],
    ["a burst passes the number of runs", "lockForStart", replace("call lockRow 1", "undefined"), "eee3771a42"],
  ),
  ...mutantsOf(
    `${folder}/limits.ts`,
    [limits],
    ["a key passes its own number of runs", "checkConcurrency", drop("&& 1 > operand 2"), "8149db2676"],
    ["a request of any size is taken", "checkSize", drop("if 1"), "569299ed71"],
    ["a used-up budget starts runs", "checkOwnBudgets", never("call find 1"), "1d71182326"],
  ),
  ...mutantsOf(
    `${folder}/form.ts`,
    [calls],
    ["anyone is chosen as principal", "findPrincipalIssues", drop("if 1"), "d31b605935"],
    ["an editor gives themselves another's rights", "requireCanChange", always("if 1"), "d1cdf154dc"],
  ),
  ...mutantsOf(
    `${folder}/queries.ts`,
    [calls],
    ["a private app's publications are everybody's", "ownRow", drop("call isVisible 1"), "827344f791"],
  ),
];
