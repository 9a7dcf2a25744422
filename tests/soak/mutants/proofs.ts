import { type Mutant, mutantsOf } from "../mutant";
import { drop, replace } from "../mutation/operation";

const server = "lib/server";
const races = "tests/api/proof-races.test.ts";
const resets = "tests/api/password-resets.test.ts";
const oauth = "tests/api/oauth.test.ts";
const change = "tests/api/email-change.test.ts";

/** A proof still counts where its change is written; a reset by mail ends what someone with the old password has left. */
export const proofMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/access/auth/proof.ts",
    [races],
    ["a change outlives the session of its proof", "lockProof", drop("statement 1"), "df62cc5c19"],
    ["a change outlives the password of its proof", "lockProof", drop("comparison 1"), "f6d3385c19"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    [races],
    [
      "a new password undoes a reset",
      "storePassword",
      replace("await 2", "$other", "call eq 1 > argument 2 > owner"),
      "d27849b784",
    ],
    ["a password is changed to itself", "changePassword", drop("if 3"), "2378554d31"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/two-factor.ts`,
    [races],
    ["a set-up is begun after a reset", "beginTwoFactor", replace("await 2", "$1_2.principal.account"), "7a63ccefee"],
    ["it is turned on after a reset", "enableTwoFactor", replace("await 3", "$1_2.principal.account"), "7a63cc2891"],
    [
      "it is turned off after a reset",
      "changeWithCode",
      replace("await 4", "$other", "not 1 > value > owner"),
      "98456efcd2",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/email-change.ts`,
    [races],
    [
      "an address without mail is changed after a reset",
      "requestEmailChange",
      replace("await 2", "$1_2.principal.account"),
      "7ecbb4a87b",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/email-change.ts`,
    [change],
    [
      "a change of the address is asked for after a reset",
      "requestEmailChange",
      replace("await 6", "$1_2.principal.account"),
      "7b29e7a87b",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/oauth-handlers.ts`,
    [races],
    ["a link is begun after a reset", "beginLink", drop("statement 2"), "07e4636dc8"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/oauth/oauth-flow.ts`,
    [oauth],
    ["a link that was begun outlives the password", "storeState", drop("object 1 > property 6"), "093bca88d9"],
  ),
  ...mutantsOf(
    "lib/server/resources/api-keys/actions.ts",
    [races],
    ["a key is created after a reset", "createApiKey", drop("statement 1"), "4e9d285677"],
    ["a key gets a new secret after a reset", "rotateApiKey", drop("statement 1"), "4e9d2812ab"],
  ),
  ...mutantsOf(
    "lib/server/resources/accounts/delete-account.ts",
    [races],
    ["organizations are deleted after a reset", "requireNoOtherMembers", drop("statement 1"), "4e9d288c26"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/queries.ts`,
    [resets],
    [
      "a thief with the password ends the owner's way back",
      "endSessions",
      replace("array 1", '["session", "second-step", "oauth", "reset"]'),
      "f655564991",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/password-by-link.ts`,
    [resets],
    ["a reset leaves earlier links", "choosePassword", drop("statement 4"), "e54bc68386"],
    ["a reset leaves a pending address", "choosePassword", drop("statement 6"), "fba9618386"],
    ["a reset keeps linked sign-ins", "choosePassword", drop("not 2"), "dc26748386"],
    [
      "a reset leaves a set-up of two-factor sign-in",
      "choosePassword",
      replace("ternary 2 > else", "{}"),
      "ecb8b88386",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    [resets],
    ["a new password leaves a set-up of two-factor sign-in", "storePassword", drop("spread 1"), "a44416b784"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/email-change.ts`,
    [resets],
    [
      "a change of the address is locked before its account",
      "confirmEmail",
      replace("await 1", "(await $other, await $1)", "call where 1"),
      "eb55f1cde5",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/mail-tokens.ts`,
    [resets],
    [
      "a mailed link is locked before its account",
      "redeemMailToken",
      replace("call where 1", '$0.for("update")'),
      "d6d188c99b",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    [resets],
    ["sessions are locked before their account", "endOthers", drop("statement 1"), "70a12258a1"],
  ),
  ...mutantsOf(
    "lib/server/api/audit/key-readers.ts",
    [resets],
    ["a key is locked before its account", "apiKey", drop("statement 1"), "4e9d287986"],
  ),
];
