import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../support/imports";

interface Mechanism {
  /** What only the mechanism writes. */
  pattern: RegExp;
  /** Where it is, and each other place with the reason. */
  places: Record<string, string>;
}

const mechanisms: Record<string, Mechanism> = {
  "NOTIFY is sent": {
    pattern: /pg_notify\(|\bnotify \w+, '/i,
    places: {
      "lib/server/platform/db/notify/notify.ts": "the mechanism",
      "lib/server/main/operations/doctor/checks/database.ts": "examines whether one arrives",
    },
  },
  "a channel is listened to": {
    pattern: /[`"'](un)?listen [\w$]/i,
    places: {
      "lib/server/platform/db/notify/listener.ts": "the mechanism",
      "lib/server/main/operations/doctor/checks/database.ts": "examines whether a notification arrives",
    },
  },
  "leases are written or compared": {
    pattern: /lease_until|leaseUntil: (?!Date\b)/,
    places: {
      "lib/server/platform/jobs/lease.ts": "the mechanism",
      "lib/server/platform/db/tables/sessions.ts": "the column",
      "lib/server/platform/db/tables/datasources.ts": "the column",
      "lib/server/platform/db/tables/test-sets.ts": "the column",
    },
  },
  "locked rows are skipped": {
    pattern: /skip locked|skipLocked/i,
    places: {
      "lib/server/platform/jobs/lease.ts": "the mechanism, for work that outlasts a transaction",
      "lib/server/platform/jobs/lock-due.ts": "the mechanism, for work within a transaction",
      "lib/server/access/auth/is-not-locked.ts": "no work: a time stamp is left out where the row is locked",
      "lib/server/access/auth/lock-access-rows.ts": "no work: rows are locked without waiting within PostgreSQL",
      "lib/server/resources/sessions/retention.ts": "one row by its id, left out while a run begins in it",
    },
  },
  "a team's member is looked for": {
    pattern: /eq\(teamMembers\.(teamId|accountId), [^()]*\),\s*eq\(teamMembers\.|exists \(select[^)]*\$\{teamMembers\}/,
    places: { "lib/server/access/auth/is-team-member.ts": "the mechanism" },
  },
  "work is kept until a commit": {
    pattern: /\bafterCommit\??: |function afterCommit|onCommit/,
    places: { "lib/server/platform/db/after-commit.ts": "the mechanism" },
  },
  "an object is wrapped in a proxy": { pattern: /new Proxy\(/, places: {} },
};

const files = sourceFiles().filter((file) => file.startsWith("lib/server/"));

describe("only one place of the server says how", () => {
  test.each(Object.entries(mechanisms))("%s", (_what, { pattern, places }) => {
    const found = files.filter((file) => pattern.test(readFileSync(file, "utf8")));
    expect(found.toSorted()).toEqual(Object.keys(places).toSorted());
  });
});

/** What the code that answers calls does with a database other than `ctx.db`: nothing that a call's `ctx.write` is for. */
const pastTheContext: Record<string, string> = {
  "lib/server/access/billing/stripe/end-subscription.ts": "after the commit",
  "lib/server/access/broadcast/broadcast.ts": "sends a NOTIFY",
  "lib/server/access/plans/limit-error.ts": "reads who can change the plan",
  "lib/server/api/http/dispatch.ts": "opens it for the contexts of calls",
  "lib/server/api/realtime/admit-socket.ts": "sockets are no calls",
  "lib/server/api/realtime/peers.ts": "requests of connections are no calls",
  "lib/server/api/realtime/sockets.ts": "sockets are no calls",
  "lib/server/resources/admin/handlers.ts": "a run is canceled by the engine, after the audited change",
  "lib/server/resources/admin/health.ts": "reads the state of the pool",
  "lib/server/resources/budgets/handlers.ts": "runs go on after the commit",
  "lib/server/resources/datasources/connection/connect.ts": "credentials that a service has replaced are kept at once",
  "lib/server/resources/datasources/connection/with-source.ts":
    "credentials that a service has replaced are kept at once",
  "lib/server/resources/publications/streams.ts": "reads whether a caller of an open stream is still admitted",
  "lib/server/resources/sessions/handlers.ts": "a run is canceled by the engine, before the audited deletion",
  "lib/server/resources/test-sets/actions.ts": "after the commit",
  "lib/server/resources/test-sets/gate.ts": "required tests are started and run before the call's own transaction",
  "lib/server/resources/sessions/visitors.ts": "reads a visitor for a socket",
  "lib/server/resources/teams/remove.ts": "runs are canceled by the engine, before the audited deletion",
  "lib/server/resources/tools/check-in-background.ts": "after the commit",
  "lib/server/resources/trash/purge.ts": "after the commit",
};

test("calls go past their context to the database only where that is meant", () => {
  const answers = files.filter((file) => /^lib\/server\/(access|api|resources)\//.test(file));
  const found = answers.filter((file) => readFileSync(file, "utf8").includes("openDatabase("));
  expect(found.toSorted()).toEqual(Object.keys(pastTheContext).toSorted());
});
