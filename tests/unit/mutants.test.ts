import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "../soak/mutants";

test.each(mutants)("$name: its text stands in $file once", ({ file, text, replacement, suite }) => {
  expect(readFileSync(file, "utf8").split(text)).toHaveLength(2);
  expect(replacement).not.toBe(text);
  expect(existsSync(suite)).toBe(true);
});

test("each has a name of its own", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
