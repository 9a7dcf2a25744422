import { type Mutant, mutantsOf } from "../mutant";
import { drop } from "../mutation/operation";

const server = "lib/server";
const _byLink = `${server}/access/accounts/password-by-link.ts`;
const confirmed = "tests/api/confirmed-passwords.test.ts";
const proofs = "tests/api/key-proofs.test.ts";

/** Who confirms an address chooses the password; API keys are made with the password and end with it. */
export const passwordMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/access/accounts/password-by-link.ts",
    [confirmed],
    ["an address is confirmed without a password", "choosePassword", drop("statement 1"), "30d5268386"],
    ["the second step of who registered stays", "choosePassword", drop("spread 2"), "5d42c68386"],
    ["a sign-in elsewhere of who registered stays", "choosePassword", drop("if 3"), "2d79638386"],
    ["sign-ins elsewhere of who registered can be kept", "choosePassword", drop("|| 2 > operand 1"), "609b198386"],
    ["keys of who registered can be kept", "choosePassword", drop("|| 3 > operand 1"), "48dfe08386"],
    ["a link that confirms sets a password later too", "choosePassword", drop("if 1"), "6a71e58386"],
    ["a link that was handed over confirms an address", "choosePassword", drop("|| 1"), "db00a18386"],
  ),
  ...mutantsOf(
    "lib/server/access/accounts/password-by-link.ts",
    [proofs, "a reset by mail"],
    ["a reset keeps API keys", "choosePassword", drop("not 3"), "0da2f58386"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/email-change.ts`,
    [confirmed, "a new address"],
    ["anybody confirms a new address", "confirmEmail", drop("if 2"), "5e5b49cde5"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/register.ts`,
    [confirmed, "hands over"],
    ["an account without mail has no password", "register", drop("&& 1 > operand 2"), "d98290f351"],
  ),
  ...mutantsOf(
    "lib/server/resources/api-keys/handlers.ts",
    [proofs],
    ["a key is made without the password", "implement.add", drop("statement 1"), "4e9d280d14"],
    ["a key gets a new secret without the password", "implement.increment", drop("statement 1"), "4e9d288167"],
  ),
  ...mutantsOf(
    "lib/server/resources/api-keys/actions.ts",
    [proofs],
    ["a new key is not told", "createApiKey", drop("statement 3"), "45b6d95677"],
    ["a new secret is not told", "rotateApiKey", drop("statement 3"), "1308b312ab"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    [proofs, "signing out all other sessions"],
    ["keys are kept that were to be revoked", "endOthers", drop("if 2"), "5273d558a1"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    [proofs, "changing the password"],
    ["keys outlive a new password", "storePassword", drop("if 1"), "1b8eceb784"],
  ),
];
