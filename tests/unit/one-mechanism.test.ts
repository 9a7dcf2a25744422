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
    places: { "lib/server/platform/db/notify/notify.ts": "the mechanism" },
  },
  "a channel is listened to": {
    pattern: /[`"'](un)?listen [\w$]/i,
    places: { "lib/server/platform/db/notify/listener.ts": "the mechanism" },
  },
  "leases are written or compared": {
    pattern: /lease_until|leaseUntil: (?!Date\b)/,
    places: {
      "lib/server/platform/jobs/lease.ts": "the mechanism",
      "lib/server/platform/db/tables/sessions.ts": "the column",
      "lib/server/platform/db/tables/datasources.ts": "the column",
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
};

const files = sourceFiles().filter((file) => file.startsWith("lib/server/"));

describe("only one place of the server says how", () => {
  test.each(Object.entries(mechanisms))("%s", (_what, { pattern, places }) => {
    const found = files.filter((file) => pattern.test(readFileSync(file, "utf8")));
    expect(found.toSorted()).toEqual(Object.keys(places).toSorted());
  });
});
