import { describe, expect, test } from "vitest";
import type { Check, CheckResult } from "@/lib/contract/testsets/checks";
import type { AnswerFacts } from "@/lib/server/engine/evaluations/checks/facts";
import { gradeAnswer, toOutcome } from "@/lib/server/engine/evaluations/checks/grade-answer";
import { findPatternProblem } from "@/lib/server/engine/evaluations/checks/patterns";
import { readNumber } from "@/lib/server/engine/evaluations/checks/read-number";
import { longestBlock } from "../../support/loop-delay";

const { signal } = new AbortController();
const facts: AnswerFacts = {
  text: " The total is 1,234.5 EUR. ",
  calls: [
    { name: "find", input: { query: { town: "Bergen", year: 2026 }, tags: ["a"] } },
    { name: "pay", input: { amount: 40 } },
  ],
  steps: 3,
  inputTokens: 10,
  outputTokens: 5,
  costUsd: 0.02,
  firstTokenMs: 800,
  documents: [{ documentId: "document_1", title: "Prices" }],
};
const judge = async (): Promise<CheckResult> => ({ type: "judge", outcome: "not_measured", reason: "Timed out." });
const grade = async (check: Check, changes: Partial<AnswerFacts> = {}) => {
  const [result] = await gradeAnswer("team", [check], { ...facts, ...changes }, judge, signal);
  return result?.reason ?? result?.outcome;
};
const tools = (mode: "exact" | "any_order" | "at_least" | "at_most", ...names: string[]): Check => ({
  type: "tools",
  value: { names, mode },
});
const withArguments = (args: Record<string, unknown>): Check => ({
  type: "arguments",
  value: { tool: "find", arguments: args },
});

test.each<[Check, string]>([
  [{ type: "equals", value: "The total is 1,234.5 EUR.\n" }, "passed"],
  [{ type: "equals", value: "42" }, "Expected “42”, but the answer is “The total is 1,234.5 EUR.”."],
  [{ type: "contains", value: "total" }, "passed"],
  [{ type: "contains", value: "42" }, "The answer doesn't contain “42”."],
  [{ type: "not_contains", value: "42" }, "passed"],
  [{ type: "not_contains", value: "EUR" }, "The answer contains “EUR”."],
  [{ type: "regex", value: "(?i)eur\\.\\s*$" }, "passed"],
  [{ type: "regex", value: "^\\d+$" }, "The answer doesn't match “^\\d+$”."],
  [{ type: "json_schema", value: {} }, "The answer isn't JSON: “The total is 1,234.5 EUR.”."],
  [{ type: "number", value: { min: 1_234.5, max: 1_234.5 } }, "passed"],
  [{ type: "number", value: { max: 1_000 } }, "The number 1,234.5 is above 1,000."],
  [{ type: "number", value: { min: 2_000 } }, "The number 1,234.5 is below 2,000."],
  [tools("exact", "find", "pay"), "passed"],
  [tools("exact", "pay", "find"), "Expected the calls in the order “pay”, “find”. The calls were “find”, “pay”."],
  [tools("any_order", "pay", "find"), "passed"],
  [tools("any_order", "pay"), "Unexpected calls to “find”. The calls were “find”, “pay”."],
  [tools("at_least", "pay"), "passed"],
  [tools("at_least", "pay", "pay"), "Expected more calls to “pay”. The calls were “find”, “pay”."],
  [tools("at_most", "pay", "find", "mail"), "passed"],
  [tools("at_most", "pay"), "Unexpected calls to “find”. The calls were “find”, “pay”."],
  [withArguments({ query: { town: "Bergen" } }), "passed"],
  [withArguments({ tags: ["a"] }), "passed"],
  [
    withArguments({ tags: [] }),
    "No call to “find” had the expected arguments. In its last call, the argument “tags” is a list of 1 item; expected a list of 0 items.",
  ],
  [{ type: "forbidden_tool", value: "mail" }, "passed"],
  [{ type: "forbidden_tool", value: "pay" }, "The tool “pay” was called."],
  [{ type: "max_steps", value: 3 }, "passed"],
  [{ type: "max_steps", value: 2 }, "The answer took 3 model calls, more than 2."],
  [{ type: "max_cost", value: 0.02 }, "passed"],
  [{ type: "max_cost", value: 0.01 }, "The answer cost $0.02, more than $0.01."],
  [{ type: "max_first_token", value: 800 }, "passed"],
  [{ type: "max_first_token", value: 500 }, "The first token took 800 ms, more than 500 ms."],
  [{ type: "recall", value: { documents: ["document_1", "Prices"], min: 1 } }, "passed"],
  [{ type: "recall", value: { documents: ["Prices", "Hours"], min: 0.5 } }, "passed"],
  [
    { type: "recall", value: { documents: ["Prices", "Hours"], min: 1 } },
    "1 of 2 documents was retrieved. Missing: “Hours”.",
  ],
  [{ type: "judge", value: "It is polite." }, "Timed out."],
])("%j: %s", async (check, expected) => expect(await grade(check)).toBe(expected));

test("what isn't known isn't measured", async () => {
  const unknown = { costUsd: null, firstTokenMs: null };
  const checks: Check[] = [
    { type: "max_cost", value: 1 },
    { type: "max_first_token", value: 1 },
  ];
  const results = await gradeAnswer("team", checks, { ...facts, ...unknown }, judge, signal);
  expect(results.map(({ outcome }) => outcome)).toEqual(["not_measured", "not_measured"]);
  expect(results.every(({ reason }) => reason)).toBe(true);
});

test("JSON is checked against the schema", async () => {
  const check: Check = { type: "json_schema", value: { type: "object", required: ["a"] } };
  expect(await grade(check, { text: '{"a":1}' })).toBe("passed");
  expect(await grade(check, { text: "{}" })).toBe("The answer doesn't match the schema: “a” is missing.");
  expect(await grade(check, { text: "[".repeat(5_000) + "]".repeat(5_000) })).toMatch(/nested deeper/);
});

test("a failed check decides over one that wasn't measured", () => {
  const of = (...outcomes: CheckResult["outcome"][]) =>
    toOutcome(outcomes.map((outcome) => ({ type: "equals", outcome, reason: null })));
  expect(of("passed", "not_measured", "failed")).toBe("failed");
  expect(of("passed", "not_measured")).toBe("not_measured");
  expect([of("passed"), of()]).toEqual(["passed", "passed"]);
});

test.each([
  ["1,234.5", 1234.5],
  ["-3", -3],
  ["\u22123", -3],
  ["12 %", 12],
  ["1e5", 100_000],
  ["1.5E-3 or 7", 0.0015],
  [".5", 0.5],
  ["GPT-4", 4],
  ["2020-05", 2020],
  ["1,2", 1],
  ["1,2345", 1],
  ["3.", 3],
  ["5 eggs", 5],
  ["none", undefined],
])("the first number in %j is %s", (text, value) => expect(readNumber(text)).toBe(value));

describe("hostile", () => {
  test.each(["a{1001}", "(?=a)", "(", "a{1000}".repeat(200), "(?:abc){900}".repeat(100)])(
    "the pattern %.20s is rejected",
    async (pattern) => {
      const { result, blockedMs } = await longestBlock(() => findPatternProblem("team", pattern, signal));
      expect(result).toMatch(/^The regular expression/);
      expect(blockedMs).toBeLessThan(200);
    },
  );

  test("a usable pattern has no problem", async () =>
    expect(await findPatternProblem("team", "(x+x+)+y", signal)).toBe(undefined));

  test.each<Check>([
    { type: "regex", value: "(x+x+)+y" },
    { type: "regex", value: "(.*)*(.*)*(.*)*(.{200})y{200}z" },
    { type: "contains", value: `b${"a".repeat(19_999)}` },
    { type: "equals", value: "a" },
    { type: "number", value: { min: 0 } },
    { type: "json_schema", value: {} },
  ])("a long answer doesn't block: %.60j", { timeout: 30_000 }, async (check) => {
    for (const text of ["a".repeat(50_000_000), `${"x".repeat(3_000_000)}é`, "1".repeat(5_000_000)]) {
      const { result, blockedMs } = await longestBlock(() => grade(check, { text }));
      expect(String(result).length).toBeLessThan(500);
      expect(blockedMs).toBeLessThan(200);
    }
  });
});
