import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "../soak/mutants";
import { mutate } from "../soak/mutation/mutate";
import { unknownNamesIn } from "../soak/mutation/names";
import { syntaxOf } from "../soak/mutation/shape";
import { parseSource } from "../soak/mutation/syntax";

test.each(mutants)("$name: its guard can be taken out of $file", (mutant) => {
  const { file, operation, suite } = mutant;
  const source = readFileSync(file, "utf8");
  const mutated = mutate(source, mutant);
  expect(syntaxOf(parseSource(file, mutated))).not.toBe(syntaxOf(parseSource(file, source)));
  if (operation.kind === "replace") expect(unknownNamesIn(file, source, operation.by)).toEqual([]);
  expect(existsSync(suite)).toBe(true);
});

test("each has a name of its own", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
