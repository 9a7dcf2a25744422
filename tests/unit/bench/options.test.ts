import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseOptions } from "../../bench/options";
import { readmeFile } from "../../bench/readme";
import { suites } from "../../bench/suites";

const known = { suites: ["start", "streams", "lists"], cases: ["1", "50", "300s"] };
const parse = (args: string[], env: Record<string, string> = {}) =>
  parseOptions(args, env as unknown as NodeJS.ProcessEnv, known);

it("takes suites in their own order, all of them when none is named", () => {
  expect(parse([])).toEqual({ suites: known.suites, rounds: 3, record: false, compare: false });
  expect(parse(["lists", "--record", "start", "--compare"])).toEqual({
    suites: ["start", "lists"],
    rounds: 5,
    record: true,
    compare: true,
  });
});

it("takes five rounds of what it records or compares", () => {
  const rounds = [["--record"], ["--compare"], ["start"]].map((args) => parse(args).rounds);
  expect(rounds).toEqual([5, 5, 3]);
});

it("takes the number of rounds and the cases from the environment", () => {
  expect(parse(["--compare"], { BENCH_ROUNDS: "7", BENCH_STREAMS: "300s,1" })).toMatchObject({
    rounds: 7,
    cases: ["300s", "1"],
  });
});

it.each([
  [["streams", "strems"], {}, "Unknown suite: strems. Available: start, streams, lists."],
  [["streams", "--recrod"], {}, "Unknown option: --recrod. Available: --record, --compare."],
  [[], { BENCH_STREAMS: "1,51" }, "Unknown case of BENCH_STREAMS: 51. Available: 1, 50, 300s."],
  [[], { BENCH_ROUNDS: "0" }, "BENCH_ROUNDS isn't a number of rounds: 0"],
  [[], { BENCH_ROUNDS: "some" }, "BENCH_ROUNDS isn't a number of rounds: some"],
])("refuses %j with %j", (args, env, sentence) => {
  expect(() => parse(args, env)).toThrow(sentence);
});

it("has a section for each suite in the document", () => {
  const document = readFileSync(readmeFile, "utf8");
  const sections = [...document.matchAll(/^### (\S+)\n\n[^#]+\n\n<!-- bench: \1 -->$/gm)].map(([, suite]) => suite);
  expect(sections).toEqual(Object.keys(suites));
});
