import { expect, test } from "vitest";
import { parseCases } from "@/lib/server/engine/evaluations/import/parse-cases";
import { longestBlock } from "../../support/loop-delay";

const { signal } = new AbortController();
const read = (filename: string, content: string | Uint8Array) =>
  parseCases("team", { filename, bytes: Buffer.from(content) }, signal);
const brief = async (filename: string, content: string | Uint8Array) =>
  (await read(filename, content)).cases.map(({ input, checks }) => [input, ...checks]);

test.each([
  ["CSV", "a.csv", 'input,output\r\n"Hi, you",Hello\r\n\r\nBye,\r\n'],
  ["JSONL", "a.jsonl", '{"item":{"input":"Hi, you","expected":"Hello"}}\n\n{"input":"Bye"}\n'],
  ["CSV by content", "a", '\ufeffid,input,expected\n1,"Hi, you",Hello\n2,Bye,\n'],
  ["UTF-16", "a.csv", Buffer.from('\ufeffinput,output\n"Hi, you",Hello\nBye,\n', "utf16le")],
])("%s", async (_, filename, content) =>
  expect(await brief(filename, content)).toEqual([["Hi, you", { type: "contains", value: "Hello" }], ["Bye"]]),
);

test("a long expected answer becomes a rubric, with a note", async () => {
  const { cases, notes } = await read("a.csv", `input,output\nHi,${"long ".repeat(50)}\n`);
  expect(cases[0]?.checks[0]).toMatchObject({
    type: "judge",
    value: expect.stringMatching(/^The answer says the same/),
  });
  expect(notes).toEqual(["Expected answers longer than 200 characters were imported as rubrics."]);
});

test("promptfoo", async () => {
  const file = `prompts: ["Greet {{name}} in {{language}}.", "Other"]
providers: [openai:gpt-4]
defaultTest: { vars: { language: French }, assert: [{ type: cost, threshold: 0.01 }] }
tests:
  - vars: { name: Ada }
    assert:
      - { type: icontains, value: "{{name}}?" }
      - { type: is-json, value: { type: object } }
      - { type: llm-rubric, value: Is polite }
      - { type: latency, threshold: 5 }
`;
  const { cases, notes } = await read("promptfooconfig.yaml", file);
  expect(cases.map(({ input, checks }) => [input, checks])).toEqual([
    [
      "Greet Ada in French.",
      [
        { type: "max_cost", value: 0.01 },
        { type: "regex", value: "(?i)Ada\\?" },
        { type: "json_schema", value: { type: "object" } },
        { type: "judge", value: "Is polite" },
      ],
    ],
  ]);
  expect(notes).toEqual([
    "Only the first prompt was imported.",
    "“providers” was ignored: the agent's own model is used.",
    "The assertion “latency” of test 1 (line 5) has no equivalent and was skipped.",
  ]);
});

test("more than 500 cases are skipped", async () => {
  const { cases, notes } = await read("a.csv", `input,output\n${"Hi,\n".repeat(2_000)}`);
  expect([cases.length, notes]).toEqual([500, ["Only the first 500 cases were imported."]]);
});

const anchors = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(",")}]`);
test.each([
  ["50 MB of quotes", "a.csv", Buffer.alloc(50_000_000, '"'), /up to 10 MB/],
  ["10 MB of quotes", "a.csv", Buffer.alloc(10_000_000, '"'), /header|quote/],
  ["an open quote", "a.csv", `input,output\n"${"a\n".repeat(1_000_000)}`, /Line \d+: .*quote/],
  ["no header", "a.csv", "Hi,Hello", /Line 1: add a header/],
  ["NUL", "a.csv", "input\nHi\0", /NUL/],
  ["Latin 1", "a.csv", Buffer.from("input\nh\xe9", "latin1"), /UTF-8/],
  ["broken JSON", "a.jsonl", '{"input":"Hi"}\n{', /Line 2 isn't JSON/],
  ["deep JSON", "a.jsonl", `{"input":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`, /Line 1 is/],
  ["a YAML bomb", "a.yaml", `a0: &a0 [x]\n${anchors.join("\n")}\ntests: *a9`, /aliases/],
  ["broken YAML", "a.yaml", "tests: [", /Line 1: the YAML/],
  ["an empty file", "a.csv", " \n", /empty/],
])("%s is rejected without blocking", { timeout: 30_000 }, async (_, filename, content, message) => {
  const { result, blockedMs } = await longestBlock(() =>
    read(filename, content).catch((error: Error) => error.message),
  );
  expect(result).toMatch(message);
  expect(blockedMs).toBeLessThan(200);
});

test("a template that repeats a long variable stays bounded", { timeout: 30_000 }, async () => {
  const file = `prompts: ["${"{{v}}".repeat(10_000)}"]\ntests: [{ vars: { v: "${"x".repeat(1_000_000)}" } }, { vars: { v: y } }]`;
  const { result, blockedMs } = await longestBlock(() => read("a.yaml", file));
  expect(result.cases.map(({ input }) => input.length)).toEqual([10_000]);
  expect(result.notes[0]).toMatch(/test 1 .* was skipped/);
  expect(blockedMs).toBeLessThan(200);
});
