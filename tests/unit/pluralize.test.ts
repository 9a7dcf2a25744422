import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planAmount } from "@/components/shared/details/plan-label";
import { summarizeCalls } from "@/lib/session-log/calls-summary";
import { pluralize } from "@/lib/utils/text/pluralize";

test.each<[number, string]>([
  [0, "0 documents"],
  [1, "1 document"],
  [2, "2 documents"],
  [1_200, "1,200 documents"],
  [0.5, "0.5 documents"],
])("%d is %s", (count, text) => expect(pluralize(count, "document")).toBe(text));

test("words that do not take an s name their plural", () =>
  expect([1, 2].map((count) => pluralize(count, "entry", "entries"))).toEqual(["1 entry", "2 entries"]));

test("what counts uses it", () => {
  expect(planAmount(1, "team")).toBe("1 team");
  expect(summarizeCalls([{ name: "a", durationMs: 5 }] as never)).toContain("1 tool");
});

const ending = /\.tsx?$/;
const sources = ["app", "components", "context", "hooks", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name)),
);

/** What a list holds, followed by a word that ends in s: `${rows.length} rows` says "1 rows". */
const loose =
  /\{[^{}]*\b(?:length|count|total|failed|stored|documentsStored|usedBy|[a-z]+Count)(?: \?\? 0)?\} [a-z]+s\b(?!=)/;
/** Said only of more than one, or of a limit that is more than one. */
const known = [
  "lib/server/access/audit/fields.ts",
  "lib/server/platform/db/query/edit.ts",
  "lib/server/engine/knowledge/vectors/shared/collection.ts",
  "lib/server/resources/tools/kinds/mcp/discover.ts",
  "lib/scripts/backup.ts",
  "lib/scripts/admin/server-commands.ts",
  "lib/server/main/operations/doctor/checks/database.ts",
  "components/billing/plan-points.ts",
  "components/tools/revisions/revision-list.tsx",
];
/** A sentence that is chosen where there is more than one. */
const chosen = /=== 1 \?/;

test("no text counts with a plural of its own", () => {
  const found = sources
    .filter((file) => !known.includes(file))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line, i, lines) => loose.test(line) && !chosen.test(line) && !chosen.test(lines[i - 1] ?? ""))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(sources.length).toBeGreaterThan(900);
  expect(found).toEqual([]);
});
