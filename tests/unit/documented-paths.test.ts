import { expect, test } from "vitest";
import { documents, findStale, pathsIn, readRepository, symbolsIn } from "../support/documented-paths";

const repository = readRepository();

test.each(documents())("%s names only paths and symbols that exist", (document) => {
  expect(findStale(document, repository)).toEqual([]);
});

test("paths are told from other code", () => {
  const text =
    "`lib/a.ts`, was `lib/b.ts`, `c.ts`, `npm test`, `a/b`, `A=app/[x]/y`, `lib/d` (was\n`lib/e`)\n```\n`lib/f`\n```\n";
  expect(pathsIn(text)).toEqual(["lib/a.ts", "c.ts", "app/[x]/y", "lib/d"]);
});

test("symbols are told from other code", () => {
  expect(symbolsIn("`findRows`, `plain`, `notify(tx, …)`, `RunState`, was `takeRuns`, `JSON`")).toEqual([
    "findRows",
    "notify",
    "RunState",
  ]);
});
