import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { sourceFiles } from "../support/imports";

const files = sourceFiles().filter((file) => /^lib\/(server|scripts)\//.test(file));

const literals = ["ObjectExpression", "ArrayExpression"];

/** Spreads of literals, which only make the formatter put more on a line, and casts through unknown. */
function findIn(file: string): { spreads: string[]; casts: string[] } {
  const text = readFileSync(file, "utf8");
  const found = { spreads: [] as string[], casts: [] as string[] };
  const place = (at: number): string => `${file}:${text.slice(0, at).split("\n").length}`;
  new Visitor({
    SpreadElement({ start, argument }) {
      if (literals.includes(argument.type)) found.spreads.push(place(start));
    },
    TSAsExpression({ expression }) {
      if (expression.type === "TSAsExpression" && expression.typeAnnotation.type === "TSUnknownKeyword")
        found.casts.push(file);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const found = files.map(findIn);

test("server and scripts spread no literals", () => {
  expect(found.flatMap(({ spreads }) => spreads)).toEqual([]);
});

test("server and scripts cast through unknown only what libraries leave out of their types", () => {
  expect(found.flatMap(({ casts }) => casts).toSorted()).toEqual([
    "lib/server/engine/parsing/formats/docx.ts",
    "lib/server/platform/db/retrying-db.ts",
  ]);
});
