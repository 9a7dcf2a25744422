import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const folder = "lib/server/resources/publications";
const calls = "tests/api/publications.test.ts";
const limits = "tests/api/publications-limits.test.ts";

/** Publications: which keys are let in, whose rights they get, how much, and when they are out. */
export const publicationMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/service.ts`,
    [calls],
    ["a revoked key goes on", "isValidKey", drop("call isNull 1"), "80b8319283"],
    ["a replaced key never ends", "isValidKey", drop("call or 1"), "ec9ecd9283"],
    ["a publication that is off is used", "requireOn", drop("if 1"), "c74e18469b"],
    ["a key opens every way", "requireOn", drop("if 2"), "e1fd99469b"],
    ["a publication lends the rights of whoever has left", "requireOn", drop("if 3"), "98df52469b"],
  ),
  ...mutantsOf(
    `${folder}/start.ts`,
    [calls],
    ["a publication continues any session of the team", "matchesSession", drop("call eq 3"), "d06612edc9"],
    ["a revocation does not reach a start", "lockForStart", replace("await 2", "undefined"), "8a97cc1f39"],
    ["a pin to another agent's revision runs", "createPublicationSession", drop("if 2"), "f4761babf1"],
  ),
  ...mutantsOf(
    `${folder}/start.ts`,
    [limits],
    ["a burst passes the number of runs", "lockForStart", replace("await 1", "undefined"), "38afa81f39"],
    ["a failed start leaves its session", "startWithFiles", never("if 2"), "0da2f53754"],
  ),
  ...mutantsOf(
    `${folder}/limits.ts`,
    [limits],
    ["a key passes its own number of runs", "checkConcurrency", drop("&& 1 > operand 2"), "8149db1d75"],
    ["a request of any size is taken", "checkSize", drop("if 1"), "569299ed71"],
    ["a used-up budget starts runs", "checkOwnBudgets", never("call find 1"), "1d71187f98"],
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
