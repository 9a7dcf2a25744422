import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const _accounts = "lib/server/accounts";
const twoFactor = "tests/api/two-factor.test.ts";
const change = "tests/api/email-change.test.ts";
const oauth = "tests/api/oauth.test.ts";
const races = "tests/api/sign-in-races.test.ts";
const guesses = "tests/api/guesses.test.ts";
const again = "tests/api/signing-in-again.test.ts";
const deletion = "tests/api/account-deletion.test.ts";

/** How accounts are kept safe: second step, guesses, e-mail changes, sign-in elsewhere, sessions, deletion. */
export const accountMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/access/accounts/two-factor.ts`,
    [twoFactor],
    ["a code works twice", "redeemAppCode", replace("call or 1", "undefined"), "faa26704b1"],
    [
      "a recovery code works twice",
      "redeemRecoveryCode",
      reword("template 1", "array_remove({1}, {2})", "{1}"),
      "b9d6a1df0f",
    ],
    ["codes work for an hour", "stepTolerance", replace("value", "120"), "6d433abd19"],
    ["it is turned on without a code", "enableTwoFactor", drop("if 2"), "99bda92891"],
    ["it is begun anew while it is on", "beginTwoFactor", drop("if 1"), "cab592efee"],
    ["it is turned on twice", "enableTwoFactor", drop("|| 1 > operand 1"), "67d4d42891"],
    [
      "recovery codes are stored as they are",
      "hashCodes",
      replace("call map 1 > argument 1", "$body_2_callee"),
      "8ba11c1098",
    ],
    ["it is turned off by the password alone", "changeWithCode", drop("if 4"), "1fc3b5fcd2"],
    ["no code is as good as a right one", "verifySecondStep", replace("throw 1", "return;"), "464ad7c6db"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/two-factor.ts`,
    [guesses],
    ["codes are guessed without end", "verifySecondStep", replace("await 1", "async () => undefined"), "280e68c6db"],
    [
      "a set-up's code is guessed without end",
      "enableTwoFactor",
      replace("await 1", "async () => undefined"),
      "696e6a2891",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    [guesses],
    ["passwords are guessed without end", "signIn", replace("await 3", "async () => undefined"), "4326ac9d87"],
    ["guesses of others keep the owner out", "signIn", replace("await 3 > value > argument 3", "null"), "1d7efc9d87"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/handlers.ts`,
    [twoFactor],
    ["a mailed link passes the second step", "signInAfterLink", drop("if 1"), "eac9aef95e"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    [twoFactor],
    ["turning it off needs no password", "implement.turnOffTwoFactor", drop("statement 1"), "4e9d2886d2"],
    ["beginning needs no password", "implement.beginTwoFactor", drop("statement 1"), "4e9d288f38"],
    ["new codes need no password", "implement.renewCodes", drop("statement 1"), "4e9d28a5be"],
    ["sessions of one step go on", "implement.turnOnTwoFactor", drop("statement 1"), "df62ccb655"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    ["tests/api/account-sessions.test.ts"],
    ["anybody ends a session", "implement.endSession", drop("call and 1 > argument 1"), "f9556dc55c"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    ["tests/api/realtime.test.ts", "signing out elsewhere"],
    ["a session that is signed out keeps its sockets", "implement.endSession", drop("statement 1"), "df62ccc55c"],
    ["the others keep their sockets", "endOthers", drop("statement 4"), "ff172358a1"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    ["tests/api/account-sessions.test.ts"],
    ["everybody else is signed out", "endOthers", drop("call and 1 > argument 1"), "3714b958a1"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    [change],
    ["another address needs no password", "implement.changeEmail", drop("statement 1"), "4e9d285ebb"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    [deletion],
    ["deleting needs no password", "implement.remove", drop("statement 1"), "4e9d2865ca"],
    ["deleting needs no typed address", "implement.remove", drop("if 1"), "51700865ca"],
  ),
  ...mutantsOf(
    "lib/server/access/auth/proof.ts",
    [twoFactor],
    ["any password proves it", "requirePassword", drop("if 3"), "2bf5b370ed"],
    ["an old sign-in proves it", "requireRecentSignIn", replace("comparison 1", "$1_2_owner"), "55eb40c922"],
  ),
  ...mutantsOf(
    "lib/server/access/auth/proof.ts",
    [guesses],
    [
      "a borrowed session guesses the password",
      "requirePassword",
      replace("await 2", "async () => undefined"),
      "abc16c70ed",
    ],
  ),
  ...mutantsOf(
    `${server}/access/accounts/password-by-link.ts`,
    [guesses],
    ["who knew the old password is known for ever", "choosePassword", drop("statement 5"), "7c8a838386"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/handlers.ts`,
    [guesses],
    ["guesses of others keep out who has a new password", "implement.changePassword", drop("if 2"), "9f3963ae0e"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/open-session.ts`,
    [races],
    ["a sign-in outlives its password", "isUnchanged", drop("comparison 1"), "859b7c59f0"],
    ["a sign-in of one step outlives it", "isUnchanged", drop("&& 1"), "949c2e59f0"],
    ["a sign-in outlives its account", "isUnchanged", drop("|| 1 > operand 2"), "83d2a759f0"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/open-session.ts`,
    [again],
    ["the session that is replaced goes on", "openSession", replace("await 6", "[]"), "06d1bcc7a1"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/open-session.ts`,
    ["tests/api/visitor-sessions.test.ts", "signs in again"],
    ["what hangs on the session that is replaced stays open", "openSession", drop("loop 1"), "c3b217c7a1"],
  ),
  ...mutantsOf(
    "lib/server/api/http/guards/identify.ts",
    [again],
    ["an old cookie keeps people from signing in", "toProvenCaller", always("&& 1"), "bb8d05a623"],
  ),
  ...mutantsOf(
    "lib/server/api/http/reply.ts",
    [again],
    ["the cookie of a session that has ended stays", "openReply", drop("if 1"), "85d3f28d59"],
  ),
  ...mutantsOf(
    "lib/server/api/http/guards/access.ts",
    [again],
    ["a cookie alone counts in calls that anyone may make", "lacksCsrfProof", never("comparison 2"), "33c191f354"],
  ),
  ...mutantsOf(
    "lib/server/access/auth/principal.ts",
    [races],
    ["a deleted account's session goes on", "toPrincipal", drop("|| 1 > operand 2"), "6aa6b9fa05"],
  ),
  ...mutantsOf(
    "lib/server/access/auth/api-key.ts",
    [races],
    ["a deleted account's key goes on", "findKeyPrincipal", drop("|| 1 > operand 3"), "ec79006495"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/queries.ts`,
    [races],
    ["a second step outlives the password of the first", "endSessions", drop("array 1 > element 2"), "b170a24991"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    ["tests/api/account-enumeration.test.ts", "just registered"],
    [
      "a sign-in tells whose address was nobody's",
      "signIn",
      replace("throw 2", 'throw new AppError("forbidden", "Confirm your address first.");'),
      "9f970d9d87",
    ],
  ),
  ...mutantsOf(
    "lib/server/access/invites/service.ts",
    ["tests/api/account-enumeration.test.ts", "becomes of a copied link"],
    ["a copied link tells who has an account", "renewLink", drop("statement 1"), "37b81889e0"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/email-change.ts`,
    [change],
    ["a change is confirmed after its time", "confirmEmail", drop("call gt 1"), "a923aecde5"],
    ["the old address need not confirm", "requestEmailChange", always("not 2"), "67cf17a87b"],
    ["anybody stops a change", "cancelEmailChange", replace("call eq 1", "undefined"), "c691dac212"],
    ["one address confirms for both", "confirmEmail", never("|| 1"), "fbe786cde5"],
    ["old links outlive the address", "setEmail", drop("statement 3"), "70a122ce43"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/oauth/oauth-sign-in.ts`,
    [oauth],
    ["an unconfirmed address here is linked", "findOrCreateAccount", never("&& 1"), "38fa1aa821"],
    ["an unconfirmed address there is taken", "findOrCreateAccount", never("not 1"), "d0db9fa821"],
    ["a closed account is linked", "findOrCreateAccount", drop("if 5"), "2e3b7aa821"],
    ["another account finishes a link", "linkProvider", replace("comparison 1", "!$1_owner_owner"), "a3669c70a4"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/oauth/oauth-sign-in.ts`,
    [oauth],
    ["a closed server takes who comes from elsewhere", "findOrCreateAccount", never("not 3"), "ad6adfa821"],
    ["an unconfirmed address here is linked by who is signed in", "linkProvider", drop("if 3"), "37727a70a4"],
    ["a hostile name comes from elsewhere", "createFromProvider", drop("&& 1 > operand 2"), "3714b911a6"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/oauth/oauth-providers.ts`,
    [oauth],
    [
      "a hostile address comes from elsewhere",
      "googlePerson",
      replace("value > argument 1 > property 2 > value", "z.string()"),
      "1749ebf0e8",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/oauth-handlers.ts`,
    [oauth],
    ["a borrowed session adds a way in", "beginLink", drop("statement 1"), "8bf1936dc8"],
    ["the only way in is unlinked", "implement.unlink", drop("if 2"), "27ae31c3cd"],
    ["what was begun there outlives the link", "implement.unlink", drop("statement 4"), "327aabc3cd"],
    ["a sign-in elsewhere needs no second step", "implement.finish", always("not 2"), "67cf17fb50"],
    ["a sign-in elsewhere leads off the site", "signedIn", replace("?? 1 > operand 1", "$1"), "f9556d0aff"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/oauth-handlers.ts`,
    [races],
    ["a ticket opens session after session", "implement.finish", drop("statement 2"), "1bd8aefb50"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/oauth/oauth-flow.ts`,
    [races],
    ["any token is a ticket", "ticketPurpose", drop("call eq 2"), "0b917663b7"],
    ["a ticket never expires", "ticketPurpose", drop("call gt 1"), "a923ae63b7"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/oauth/oauth-flow.ts`,
    [oauth],
    ["a way back never expires", "consumeState", drop("call gt 1"), "a923ae883f"],
    ["another browser finishes a sign-in", "consumeState", drop("if 1"), "1eaa0b883f"],
  ),
  ...mutantsOf(
    "lib/server/resources/accounts/delete-account.ts",
    [deletion],
    ["an organization of others goes with its owner", "deleteAccount", drop("if 1"), "2af51533ce"],
  ),
];
