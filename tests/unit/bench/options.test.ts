import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseOptions } from "../../bench/options";
import { readmeFile } from "../../bench/readme";
import { suites } from "../../bench/suites";

const names = ["start", "streams", "lists"];

it("takes suites in their own order, all of them when none is named", () => {
  expect(parseOptions([], names)).toEqual({ suites: names, record: false, compare: false });
  expect(parseOptions(["lists", "--record", "start", "--compare"], names)).toEqual({
    suites: ["start", "lists"],
    record: true,
    compare: true,
  });
});

it.each([
  ["strems", "There is no suite strems. There are start, streams, lists."],
  ["--recrod", "There is no option --recrod. There are --record and --compare."],
])("refuses %s", (argument, sentence) => {
  expect(() => parseOptions(["streams", argument], names)).toThrow(sentence);
});

it("has a section for each suite in the document", () => {
  const document = readFileSync(readmeFile, "utf8");
  const sections = [...document.matchAll(/^### (\S+)\n\n[^#]+\n\n<!-- bench: \1 -->$/gm)].map(([, suite]) => suite);
  expect(sections).toEqual(Object.keys(suites));
});
