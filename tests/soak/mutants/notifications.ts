import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const suite = "tests/api/notifications.test.ts";
const sources = "tests/api/notified-of.test.ts";
const live = "tests/api/notified-live.test.ts";

/** Who is told what, and who sees it. */
export const notificationMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/notifications/visible.ts`,
    [suite, "who sees"],
    ["what is one account's is everybody's", "eq(notifications.accountId, accountId),\n", ""],
    ["what is one team's is every team's", "eq(notifications.teamId, teamId),\n", ""],
    ["what is one account's is the team's too", "isNull(notifications.accountId),\n", ""],
    [
      "who was removed sees what was theirs",
      "or(isNull(notifications.teamId), mayEnter(accountId, notifications.teamId)),",
      "",
    ],
    [
      "who joins sees all that was before",
      "coalesce((select ${teamMembers.dateCreated} from ${teamMembers} where ${memberRow(accountId, teamId)}), '-infinity')",
      "'-infinity'",
    ],
    ["API keys see what is said to a person", "const own = personal ? ", "const own = true ? "],
  ),
  ...mutantsOf(
    `${server}/notifications/queries.ts`,
    [suite],
    ["a page begins at another's", "(await visibleIds(db, reading, [before])).length === 0", "false"],
    ["another's are marked as seen", "if ((await visibleIds(db, reading, ids)).length < ids.length)", "if (false)"],
    ["what one has seen all have seen", "    eq(notificationsSeen.accountId, reading.accountId),\n", ""],
  ),
  ...mutantsOf(
    `${server}/notifications/service.ts`,
    [sources],
    ["who does without is told", "!kind || !muted.includes(kind)", "true"],
    [
      "an older state stays with who does without the newer",
      "await forget(tx, all, notice.key)",
      "await forget(tx, [], notice.key)",
    ],
  ),
  ...mutantsOf(
    `${server}/notifications/service.ts`,
    [suite],
    [
      "another account's of the same key is replaced",
      "and(theirs, eq(notifications.key, key))",
      "eq(notifications.key, key)",
    ],
    ["what is told once is told again", "notice.key !== undefined && !once", "notice.key !== undefined"],
  ),
  ...mutantsOf(
    `${server}/realtime/notify.ts`,
    [live, "on all pages"],
    [
      "what somebody has seen is told to nobody",
      'broadcast({ kind: "notifications_seen", room: personRoom(accountId), notificationIds });',
      "Promise.resolve();",
    ],
  ),
  ...mutantsOf(
    `${server}/notifications/service.ts`,
    [live, "the tone"],
    ["a failure is shown as a success", "...(tone && { tone })", "...(false && { tone })"],
  ),
  ...mutantsOf(
    `${server}/runs/tell-ended.ts`,
    [live, "runs that failed"],
    ["a run that failed is no warning", 'kind: "run_failed",\n      tone: "warning",', 'kind: "run_failed",'],
  ),
  ...mutantsOf(
    `${server}/notifications/service.ts`,
    [live, "nobody who is not in it"],
    [
      "who is not in the team is told of it",
      "teamId === null ? undefined : mayEnter(accounts.id, teamId)",
      "undefined",
    ],
  ),
  ...mutantsOf(
    `${server}/notifications/service.ts`,
    [sources],
    ["a link's token is stored in clear", "link && secretLink ?", "false ?"],
    ["what people have written is markdown", "(mark) => `\\\\${mark}`", "(mark) => mark"],
  ),
  ...mutantsOf(`${server}/db/after-commit.ts`, [live], ["what is undone is told", "works.push(work);", "void work();"]),
  ...mutantsOf(
    `${server}/notifications/sweep.ts`,
    [suite, "keeps the newest"],
    [
      "old ones stay for ever",
      "  await db.delete(notifications).where(lt(date, sql`now() - ${`${notificationDays} days`}::interval`));\n",
      "",
    ],
    ["any number is kept", "where(sql`${ranked.place} > ${notificationsMost}`)", "where(sql`false`)"],
  ),
  ...mutantsOf(
    `${server}/runs/tell-ended.ts`,
    [sources, "a run"],
    ["who looks is told", "if (await isWatched(tx, sessionId, principalId)) return;", ""],
    ["live tests are told", "!principalId || test ||", "!principalId ||"],
    ["an API key's successes are told", 'if (outcome.status === "completed" && trigger !== "chat") return;', ""],
  ),
  ...mutantsOf(
    `${server}/realtime/watchers.ts`,
    ["tests/api/two-processes-embedded.test.ts", "nobody watches"],
    ["other processes' watchers count for nothing", "return row !== undefined;", "return false;"],
  ),
  ...mutantsOf(
    `${server}/teams/tell.ts`,
    [sources, "an invite"],
    ["whoever has registered an address gets its invite", "...(account.verified &&", "...(true &&"],
  ),
  ...mutantsOf(
    `${server}/billing/tell-limit.ts`,
    [sources, "a limit"],
    ["a limit is told each time", "once: true", "once: undefined"],
  ),
];
