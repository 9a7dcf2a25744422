import { describe, expect, it } from "vitest";
import type { Case } from "@/lib/contract/apps/branch";
import type { Operator } from "@/lib/contract/apps/steps";
import { isMatch, parseOutput, pickField, toValue } from "@/lib/server/engine/runs/process/branches/compare";
import { findCase } from "@/lib/server/engine/runs/process/branches/find-case";
import { includesText } from "@/lib/server/engine/runs/process/branches/includes-text";
import { combineOutputs, joinOutputs, readItems } from "@/lib/server/engine/runs/process/branches/items";
import { checkOutput } from "@/lib/server/engine/runs/process/output";
import type { ProcessTask } from "@/lib/server/engine/runs/process/tasks";
import { randomFrom } from "../support/random";

const readField = (json: string, path: string) => pickField(parseOutput(json), path);

describe("a comparison", () => {
  it.each<[Operator, string, string, boolean]>([
    ["equals", " Yes\n", "yes", true],
    ["notEquals", "yes", "no", true],
    ["contains", "A long TEXT", "text", true],
    ["notContains", "A long text", "Text", false],
    ["startsWith", "Invoice 7", "invoice", true],
    ["endsWith", "Invoice 7 ", "7", true],
    ["greaterThan", "10", "9.5", true],
    ["greaterThan", "ten", "9", false],
    ["greaterThan", "", "-1", false],
    ["lessThan", "-1", "0", true],
    ["isEmpty", " [] ", "", true],
    ["isNotEmpty", "0", "", true],
  ])("%s: %j and %j: %s", (operator, value, other, matches) => {
    expect(isMatch({ operator, value: other }, toValue(value))).toBe(matches);
  });

  it("reads fields of JSON, and only its own", () => {
    const json = '{"a": {"b": [1, {"c": "x"}]}, "n": null}';
    expect(
      ["a.b.1.c", "a.b.0", "a.b", "n", "a.x", "constructor", "__proto__.a"].map((path) => readField(json, path)),
    ).toEqual(["x", "1", '[1,{"c":"x"}]', "null", undefined, undefined, undefined]);
    expect(readField("no JSON", "a")).toBeUndefined();
    expect(readField('```json\n{"a": 1}\n```', "a")).toBe("1");
  });
});

const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

it("reads no field that is nested too deeply to be text", () => {
  expect(readField(deep, "0")).toBeUndefined();
});

describe("the items of a list", () => {
  it("are read from JSON or lines", () => {
    expect(readItems('```json\n[null, 1, "", {"a": []}]\n```', "", 9)).toEqual(["null", "1", "", '{"a":[]}']);
    expect(readItems('```json\n{"a": "x\\r\\n- y"}\n```', "a", 9)).toEqual(["x", "y"]);
    for (const none of ["", "null", "[]", '{"a": null}'])
      expect(readItems(none, none.includes("a") ? "a" : "", 9)).toEqual([]);
  });

  it("are read from a JSON array among sentences, but not from brackets in lines", () => {
    for (const text of ['Here it is:\n```json\n["x",\n"y"]\n```\nDone.', '["x", "y"]\nThat is all.'])
      expect(readItems(text, "", 9)).toEqual(["x", "y"]);
    expect(readItems("- x [1]\n- y [2]", "", 9)).toEqual(["x [1]", "y [2]"]);
    for (const text of ["[1] x\n[2] y", "x\n[2] y"]) expect(readItems(text, "", 9)).toEqual(text.split("\n"));
  });

  it("are refused where they can't be read, which is no empty list", () => {
    const missing = "The value has no field “a” that can be read.";
    for (const value of ["", "one\ntwo", '{"b": [1]}', `{"a": ${deep}}`])
      expect(() => readItems(value, "a", 9)).toThrow(missing);
    expect(() => readItems(`[${deep}]`, "", 9)).toThrow("An item of the list is nested too deeply.");
    expect(() => readItems(`{"a": "${"x".repeat(2_000_000)}"}`, "a", 9)).toThrow("more than 2 million characters");
  });
});

it("joins outputs that are nested deeply as they are", () => {
  expect(joinOutputs([deep, "null", "x"])).toBe(`[${deep},null,"x"]`);
  const levels = `${"[".repeat(2_000)}${"]".repeat(2_000)}`;
  expect(combineOutputs(Array.from({ length: 100 }, () => levels)).length).toBeLessThan(401_000);
  expect(combineOutputs(['{"a": 1}', "x"])).toBe('{"a": 1}\n\nx');
});

it.each([
  [1_999_000, "x"],
  [2_000_000, undefined],
])("reads a field of JSON with %i other characters as %j", (length, value) => {
  expect(readField(JSON.stringify({ a: "x", b: "y".repeat(length) }), "a")).toBe(value);
});

it("rejects structured output that would grow without limit when it is indented", async () => {
  const task = { teamId: "t", structuredOutput: { type: "array" } } as unknown as ProcessTask;
  const checked = await checkOutput(task, `${"[".repeat(3_000)}${"]".repeat(3_000)}`, new AbortController().signal);
  expect(checked).toEqual({ problem: "it is nested deeper than 60 levels" });
});

it("finds texts like includes does, and quickly however often they repeat", () => {
  const random = randomFrom(3);
  const letters = (length: number) => Array.from({ length }, () => (random() < 0.5 ? "a" : "b")).join("");
  for (let i = 0; i < 500; i += 1) {
    const [text, part] = [letters(60), letters(5)];
    expect(includesText(text + part.repeat(5), part.repeat(5))).toBe(true);
    const long = letters(6).repeat(3);
    expect(includesText(text, long)).toBe(text.includes(long));
  }
  const value = `${"x".repeat(1_000)}y${"x".repeat(999)}`;
  const long = toValue("x".repeat(10_000_000));
  const started = performance.now();
  for (let i = 0; i < 20; i += 1) expect(isMatch({ operator: "contains", value }, long)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

describe("a case with several conditions", () => {
  const equals = (value: string, variable?: string) => ({
    operator: "equals" as const,
    value,
    ...(variable && { variable }),
  });
  const caseOf = (match: Case["match"]): Case => ({
    id: "c",
    name: "C",
    description: "",
    ...equals("a"),
    conditions: [equals("b", "other"), equals("c")],
    match,
  });
  const taken = async (own: string, other: string, match: Case["match"]) =>
    (await findCase([caseOf(match)], ({ variable }) => toValue(variable ? other : own))) !== undefined;

  it.each<[string, string, boolean, boolean]>([
    ["a", "b", false, true],
    ["x", "b", false, true],
    ["c", "x", false, true],
    ["x", "x", false, false],
  ])("%j and %j match all: %s, any: %s", async (own, other, all, any) => {
    expect([
      await taken(own, other, undefined),
      await taken(own, other, "all"),
      await taken(own, other, "any"),
    ]).toEqual([all, all, any]);
  });

  it("matches all of them, and lets other work run in between", async () => {
    const one: Case = { ...caseOf(undefined), conditions: Array(10).fill(equals("a")) };
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const busy = (ms: number) => {
      for (const until = performance.now() + ms; performance.now() < until; );
      return toValue("a");
    };
    expect(await findCase([one], () => busy(5))).toBe(one);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
