import { expect, it } from "vitest";
import { noteOf, outcomeOf, problemOf, readOk } from "../../../support/foreign-files";

const crew = [
  { path: "agents.yaml", text: "cook: { role: Cook, goal: 'Cook {dish}', backstory: Long. }" },
  { path: "tasks.yaml", text: "boil: { description: 'Boil {dish}.', expected_output: A meal., agent: cook }" },
];
const promptfoo = `
description: Soups
prompts: ["Cook {{dish}} for {{guests}}.", file://other.txt]
providers: [{ id: openai:gpt-4o, config: { apiKey: sk-plantedABCDEFGHIJ0123456789 } }]
defaultTest: { vars: { guests: 2 }, assert: [{ type: not-contains, value: salt }] }
tests:
  - description: Soup
    vars: { dish: soup }
    assert: [{ type: icontains, value: "{{dish}}" }, { type: equals, value: Hot }, { type: is-json }]
  - vars: { dish: stew }
    assert: [{ type: javascript, value: "require('fs').rmSync('/')" }, { type: python, value: file://check.py }]
  - vars: { dish: cake }
    assert: [{ type: llm-rubric, value: Is sweet. }]
  - vars: { dish: file://dish.txt }
  - file://more.yaml
`;

it("tests of promptfoo become cases, and each has one entry of the report", () => {
  const found = readOk([...crew, { path: "promptfooconfig.yaml", text: promptfoo }]);
  expect(found.tests?.map(({ entry, ...one }) => ({ ...one, part: found.report[entry]?.part }))).toEqual([
    {
      part: "Soup",
      input: "Cook soup for 2.",
      history: [],
      variables: { dish: "soup" },
      checks: [
        { type: "not_contains", value: "salt" },
        { type: "regex", value: "(?i)soup" },
        { type: "equals", value: "Hot" },
        { type: "json_schema", value: {} },
      ],
    },
    expect.objectContaining({ input: "Cook stew for 2.", checks: [{ type: "not_contains", value: "salt" }] }),
    expect.objectContaining({
      checks: [
        { type: "not_contains", value: "salt" },
        { type: "judge", value: "Is sweet." },
      ],
    }),
  ]);
  const test = (i: number) => `promptfooconfig.yaml: test ${i}`;
  expect(["Soup", test(2), test(3), test(4), test(5)].map((part) => outcomeOf(found, part, "test"))).toEqual([
    "taken",
    "approximated",
    "approximated",
    "left",
    "left",
  ]);
  expect(noteOf(found, test(2))).toContain("left out: python.");
  expect(noteOf(found, test(2))).toContain("“javascript”");
  expect(noteOf(found, test(4))).toContain("dish");
  expect([outcomeOf(found, "prompts"), outcomeOf(found, "providers")]).toEqual(["approximated", "left"]);
  expect(JSON.stringify(found)).not.toContain("planted");
  expect(found.report.some(({ type, part }) => type === "secret" && part === "apiKey")).toBe(true);
});

it("a test of which no assertion can be imported, or without a message, is left out", () => {
  const text = `providers: [a]\ntests: [{ vars: { a: 1, b: x }, assert: [{ type: javascript, value: 'true' }] }, {}, { vars: { a: 1, b: x } }]`;
  const found = readOk([...crew, { path: "p.yaml", text }]);
  expect([1, 2, 3].map((i) => outcomeOf(found, `p.yaml: test ${i}`))).toEqual(["left", "left", "taken"]);
  expect(found.tests).toMatchObject([{ input: "a: 1\nb: x", checks: [] }]);
});

it("samples of OpenAI Evals become cases", () => {
  const lines = [
    {
      input: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "2 + 2?" },
      ],
      ideal: "4",
    },
    { input: "Capital of France?", ideal: ["Paris", "paris (France)"] },
    {
      input: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
        { role: "user", content: "Who?" },
      ],
      ideal: "x".repeat(300),
    },
  ].map((line) => JSON.stringify(line));
  const text = [...lines, "{ broken", '{"input":[],"ideal":"4"}', ""].join("\n");
  const found = readOk([...crew, { path: "samples.jsonl", text }]);
  expect(found.tests?.map(({ entry: _, ...one }) => one)).toEqual([
    { input: "2 + 2?", history: [], variables: {}, checks: [{ type: "contains", value: "4" }] },
    {
      input: "Capital of France?",
      history: [],
      variables: {},
      checks: [{ type: "regex", value: "Paris|paris \\(France\\)" }],
    },
    {
      input: "Who?",
      history: [
        { role: "user", text: "Hi" },
        { role: "assistant", text: "Hello" },
      ],
      variables: {},
      checks: [{ type: "judge", value: `The answer says the same as: ${"x".repeat(300)}` }],
    },
  ]);
  expect([1, 2, 3, 4, 5].map((i) => outcomeOf(found, `samples.jsonl: test ${i}`))).toEqual([
    "approximated",
    "approximated",
    "approximated",
    "left",
    "left",
  ]);
  expect(noteOf(found, "samples.jsonl: test 1")).toContain("system message");
});

it("tests without an app are refused with a sentence", () => {
  for (const text of [promptfoo, '{"input":"a","ideal":"b"}\n{"input":"c","ideal":"d"}', '{"input":"a","ideal":"b"}'])
    expect(problemOf(text)).toMatch(/tests without an app/);
});

it("texts that can't be stored are cleaned", () => {
  const lines = [
    { input: "a\0b\ud800 \\u0000", ideal: "c\0" },
    { input: "d", ideal: "\\u0000" },
  ].map((line) => JSON.stringify(line));
  const found = readOk([...crew, { path: "s.jsonl", text: lines.join("\n") }]);
  expect(found.tests?.map(({ input, checks }) => [input, checks[0]?.value])).toEqual([
    ["ab\ufffd \\u0000", "c"],
    ["d", "\\u0000"],
  ]);
});

it("many or large tests are bounded", () => {
  const samples = (count: number, size: number) => ({
    path: "s.jsonl",
    text: Array.from({ length: count }, (_, i) =>
      JSON.stringify({ input: `${i} ${"y".repeat(size)}`, ideal: "a" }),
    ).join("\n"),
  });
  const many = readOk([...crew, samples(600, 1)]);
  expect(many.tests).toHaveLength(500);
  expect(many.report.filter(({ outcome, type }) => type === "test" && outcome === "left")).toHaveLength(100);
  const large = readOk([...crew, samples(100, 60_000)]);
  expect(large.tests?.length).toBeLessThan(70);
  expect(problemOf([...crew, samples(2_001, 1)])).toMatch(/more than 2,000 tests/);
  const template = {
    path: "p.yaml",
    text: JSON.stringify({ prompts: "{{a}}".repeat(50_000), tests: [{ vars: { a: "b".repeat(50_000) } }] }),
  };
  const started = performance.now();
  readOk([...crew, template]);
  expect(performance.now() - started).toBeLessThan(2_000);
});
