import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "../../support/imports";

/** Comments are for whoever reads the code, who may find both spellings there. */
const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

test("whatever a person reads spells organization with a z", () => {
  const files = [...sourceFiles(), "README.md"];
  expect(files.length).toBeGreaterThan(200);
  const found = files.filter((file) => /organisation/i.test(withoutComments(readFileSync(file, "utf8"))));
  expect(found).toEqual([]);
});
