import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = "tests/api/notifications.test.ts";
const sources = "tests/api/notified-of.test.ts";
const members = "tests/api/notified-members.test.ts";
const live = "tests/api/notified-live.test.ts";

/** Who is told what, and who sees it. */
export const notificationMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/access/notifications/visible.ts`,
    [suite, "who sees"],
    ["what is one account's is everybody's", "matchesAccount", drop("call eq 1"), "cc8faf6827"],
    ["what is one team's is every team's", "matchesTeam", drop("call eq 1"), "cc8faf0009"],
    ["what is one account's is the team's too", "matchesTeam", drop("call isNull 1"), "d1fdc20009"],
    ["who was removed sees what was theirs", "matchesAccount", drop("call or 1"), "adc0d76827"],
    [
      "who joins sees all that was before",
      "matchesTeam",
      reword("template 1", "coalesce((select {2} from {3} where {4}), '-infinity')", "'-infinity'"),
      "fd449f0009",
    ],
    ["API keys see what is said to a person", "matchesVisible", always("ternary 2"), "ca94808657"],
  ),
  ...mutantsOf(
    `${server}/access/notifications/queries.ts`,
    [suite],
    ["a page begins at another's", "listNotifications", drop("if 1"), "e472fb4c4d"],
    ["another's are marked as seen", "markSeen", drop("if 1"), "8a3b822fea"],
    ["what one has seen all have seen", "readNotifications", drop("call eq 2"), "4b057d879a"],
  ),
  ...mutantsOf(
    `${server}/access/notifications/service.ts`,
    [sources],
    ["who does without is told", "notify", always("|| 1"), "6752d7e2e0"],
    [
      "an older state stays with who does without the newer",
      "notify",
      replace("await 2 > value > argument 2", "[]"),
      "29e15be2e0",
    ],
  ),
  ...mutantsOf(
    `${server}/access/notifications/service.ts`,
    [suite],
    [
      "another account's of the same key is replaced",
      "withdrawNotification",
      drop("call and 1 > argument 1"),
      "c7da4dbad7",
    ],
    ["what is told once is told again", "notify", drop("not 1"), "dc2674e2e0"],
  ),
  ...mutantsOf(
    `${server}/access/broadcast/notify.ts`,
    [live, "on all pages"],
    [
      "what somebody has seen is told to nobody",
      "publishSeen",
      replace("value > body", "Promise.resolve()"),
      "2816d26fa8",
    ],
  ),
  ...mutantsOf(
    `${server}/access/notifications/service.ts`,
    [live, "the tone"],
    ["a failure is shown as a success", "showLive", never("&& 1"), "d4eb37b12a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/notify-ended.ts`,
    [live, "runs that failed"],
    ["a run that failed is no warning", "buildOutcomeNotice", drop("return 2 > value > property 3"), "45a7e00a27"],
  ),
  ...mutantsOf(
    `${server}/access/notifications/service.ts`,
    [live, "nobody who is not in it"],
    ["who is not in the team is told of it", "findRecipients", drop("ternary 1"), "c5f89622d9"],
  ),
  ...mutantsOf(
    `${server}/access/notifications/service.ts`,
    [members, "an invite"],
    ["a link's token is stored in clear", "notify", never("&& 2"), "de4b57e2e0"],
  ),
  ...mutantsOf(
    `${server}/access/notifications/service.ts`,
    [sources],
    ["what people have written is markdown", "escapeMarkdown", replace("template 1", "$1"), "7fb2ba2607"],
  ),
  ...mutantsOf(
    `${server}/platform/db/after-commit.ts`,
    [live],
    ["what is undone is told", "afterCommit", replace("call push 1", "void $1()"), "03bfb98de8"],
    ["what a savepoint has undone is told", "dropOnRollback", drop("statement 2"), "188b7b1f3a"],
  ),
  ...mutantsOf(
    `${server}/access/notifications/sweep.ts`,
    [suite, "keeps the newest"],
    ["old ones stay for ever", "sweepNotifications", drop("statement 1"), "8c59bdd187"],
    ["any number is kept", "sweepNotifications", reword("template 5", "{1} > {2}", "false"), "99a6d7d187"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/notify-ended.ts`,
    [sources, "a run"],
    ["who looks is told", "notifyEnded", never("await 1"), "77f7bfa4ee"],
    ["live tests are told", "notifyEnded", drop("|| 1 > operand 2"), "f9f194a4ee"],
    ["an API key's successes are told", "notifyEnded", drop("if 3"), "1650d9a4ee"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/watchers.ts`,
    ["tests/api/two-processes-embedded.test.ts", "nobody watches"],
    ["other processes' watchers count for nothing", "isWatched", never("comparison 1"), "cad1e9cb17"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/notify-members.ts`,
    [members, "an invite"],
    ["whoever has registered an address gets its invite", "notifyInvited", drop("&& 1 > operand 1"), "362790ee99"],
  ),
  ...mutantsOf(
    `${server}/access/billing/notify-limit.ts`,
    [sources, "a limit"],
    ["a limit is told each time", "sendLimitNotice", replace("literal 6", "undefined"), "1dbfeb108c"],
  ),
];
