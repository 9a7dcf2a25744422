import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const matrix = "tests/api/tenant-matrix.test.ts";
const seenAs = "tests/api/view-as.test.ts";
const accounts = "tests/api/accounts.test.ts";

/** Who may call: sign-in, team, bit, csrf, limits. */
export const accessMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/access/auth/permissions.ts`,
    ["tests/api/resources.test.ts", "the sample"],
    [
      "the sample makes what its taker may not make",
      "requirePermissions",
      replace("comparison 1", "$1 === 70"),
      "cad1e93a79",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/admit.ts`,
    [matrix, "agents.list"],
    [
      "a call of a team needs no sign-in",
      "admit",
      replace("comparison 1", "$0 || !$other", "if 1 > test"),
      "f295356542",
    ],
    ["an organisation admin reaches everything of a team", "admitToTeam", drop("statement 1"), "dc97438b76"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/admit.ts`,
    [matrix, "agents.add"],
    ["permissions are not checked", "admitToTeam", replace("variable 2 > value > argument 1", "{}"), "b888dc8b76"],
  ),
  ...mutantsOf(
    `${server}/access/auth/membership.ts`,
    [matrix, "agents.list"],
    ["everybody is a member", "toMembership", always("|| 1"), "0e4d783f47"],
  ),
  ...mutantsOf(
    `${server}/access/auth/is-team-member.ts`,
    ["tests/api/accounts.test.ts", "refuses to switch"],
    ["members of one team may switch to all", "memberRow", reword("template 1", "{1} = {2} and ", ""), "ed211eb604"],
  ),
  ...mutantsOf(
    `${server}/access/auth/is-team-member.ts`,
    [matrix, "agents.list"],
    ["members of one team are members of all", "memberRow", reword("template 1", "{1} = {2} and ", ""), "ed211eb604"],
  ),
  ...mutantsOf(
    `${server}/access/auth/caller.ts`,
    [matrix, "agents.list"],
    ["a deleted team goes on", "selectCaller", drop("call isNull 1"), "d1fdc2784d"],
    ["a mailed token makes a team's calls", "selectCaller", drop("call and 3 > argument 2"), "a95e0b784d"],
    ["a session never runs out", "selectCaller", drop("call gt 1"), "795cd1784d"],
  ),
  ...mutantsOf(
    `${server}/access/auth/caller.ts`,
    [matrix, "teams.get"],
    ["admins of one organisation are admins of all", "selectCaller", drop("call eq 4"), "4d3f31784d"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/view.ts`,
    [matrix, "accounts.get"],
    ["account.json names any team", "findCurrentTeam", drop("if 2"), "a0de41bee3"],
  ),
  ...mutantsOf(
    "lib/server/access/accounts/view.ts",
    [seenAs, "gives ROOT to nobody"],
    ["a view gives ROOT to who looks", "viewAccount", drop("not 2"), "f53451af04"],
  ),
  ...mutantsOf(
    `${server}/access/auth/view-as.ts`,
    [seenAs, "the view"],
    ["anyone sees as another member", "findViewedMember", drop("if 1"), "1bad8cb068"],
    ["an owner is seen as", "findViewedMember", never("call includes 2"), "2a137bb068"],
    [
      "somebody who is not in the team is seen as",
      "findViewedMember",
      replace("not 2 > value", "$owner"),
      "6aec41b068",
    ],
    ["a view shows who is root", "findViewedMember", always("literal 3"), "aedbd8b068"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [seenAs, "writes nothing|the view"],
    [
      "a view writes",
      "checkViewAs",
      replace("if 1 > test", '$0 || $other !== "GET"', "comparison 1 > operand 1"),
      "d96fc93167",
    ],
    [
      "a view shows the administration",
      "checkViewAs",
      replace("if 1 > test", '$0 || $other === "root"', "comparison 2 > operand 1"),
      "8684283167",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [seenAs, "writes nothing|the view"],
    ["a view shows one's own keys", "checkViewAs", drop("throw 3"), "e23d4b3167"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/admit.ts`,
    [seenAs, "no more than the member"],
    ["a view passes the member's refusals", "findAdmittedMember", replace("call 2 > argument 1", "{}"), "7b7456d90d"],
  ),
  ...mutantsOf(
    "lib/server/access/visibility/visible.ts",
    [seenAs, "is of what both"],
    ["a view shows what the member can't see", "matchesVisibility", drop("call and 1 > argument 2"), "871ec6a56f"],
    ["a view shows what the viewer can't see", "matchesVisibility", replace("call and 1", "$2 ?? $1"), "f3fcb3a56f"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/org-handlers.ts`,
    [seenAs, "names only the teams"],
    [
      "a view names the viewer's teams",
      "listVisibleTeams",
      replace("call every 1", "$1_body_callee($other, $1_body_2)", "array 1 > element 1"),
      "c51679e9b4",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/dispatch.ts`,
    ["tests/api/csrf.test.ts", "agents|models.setDefault"],
    ["csrf is not checked", "respond", drop("if 4"), "a339e6d0a6"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    ["tests/api/csrf.test.ts", "agents|models.setDefault"],
    ["a write by the cookie may come from another site", "findCsrfProblem", drop("if 2"), "fc626958a8"],
    ["any csrf token will do", "findCsrfProblem", always("&& 4"), "3a2f0c58a8"],
    ["a write by the cookie needs no csrf token", "findCsrfProblem", drop("|| 2 > operand 1"), "3f587458a8"],
  ),
  ...mutantsOf(
    `${server}/access/auth/principal.ts`,
    [accounts, "sessions"],
    ["sessions never expire", "findPrincipal", drop("call gt 1"), "a923ae9663"],
    ["sessions are never idle too long", "toPrincipal", drop("if 1"), "09abfafa05"],
  ),
  ...mutantsOf(
    `${server}/access/auth/principal.ts`,
    [matrix, "accounts.welcome"],
    ["a mailed token signs in", "findPrincipal", drop("call eq 3"), "a95e0b9663"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/mail-tokens.ts`,
    ["tests/api/mail-tokens.test.ts"],
    ["a mailed link never expires", "redeemMailToken", drop("call gt 1"), "a923aec99b"],
    ["a mailed link serves every purpose", "redeemMailToken", drop("call eq 2"), "cc8fafc99b"],
    ["an older link lives on", "createMailToken", drop("statement 1"), "de2cab8e47"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    [accounts, "passwords"],
    ["other sessions outlive a new password", "storePassword", drop("statement 3"), "26955fb784"],
    ["a new password needs no old one", "changePassword", drop("statement 2"), "787cd34d31"],
  ),
  ...mutantsOf(
    `${server}/access/auth/password.ts`,
    ["tests/unit/auth/password.test.ts"],
    [
      "an unknown account is answered sooner",
      "verifyPassword",
      replace("await 1", "$1_1_body_1_1 ? await $1_callee(() => $1_1_body_callee($1_1_body_1_1, $1_1_body_2)) : false"),
      "a3e59bfbac",
    ],
    ["hashes are not queued", "runQueued", replace("comparison 1", "$1 < 1_000"), "8149db475f"],
    ["a password may repeat itself", "findPasswordProblem", drop("|| 1 > operand 3"), "3714b9ff85"],
  ),
  ...mutantsOf(
    `${server}/api/http/dispatch.ts`,
    ["tests/api/call-limits.test.ts"],
    ["addresses are not limited", "respond", drop("statement 12"), "d45448d0a6"],
    ["writes are not limited", "respond", drop("if 7"), "32d165d0a6"],
  ),
  ...mutantsOf(
    `${server}/api/http/dispatch.ts`,
    ["tests/api/call-limits.test.ts"],
    ["e-mails are not limited", "respond", drop("statement 18"), "2c8e4dd0a6"],
  ),
  ...mutantsOf(
    "lib/contract/accounts/policies.ts",
    ["tests/api/rate-limits.test.ts"],
    ["who registers is sent mail without end", "accounts", drop("object 4 > property 2"), "76864bfb66"],
  ),
  ...mutantsOf(
    "lib/contract/security/policies.ts",
    ["tests/api/rate-limits.test.ts"],
    ["a new address is sent mail without end", "security", drop("object 2 > property 2"), "81868c9ff4"],
  ),
  ...mutantsOf(
    `${server}/platform/http/limits/rate-limit.ts`,
    ["tests/api/rate-limits.test.ts"],
    ["refusals pass", "wrapLimiter", replace("call max 1", "undefined"), "6da3b3255e"],
    ["limits name people", "toHashedKey", replace("call 3", "$owner_1"), "ff0bdb5fd7"],
  ),
];
