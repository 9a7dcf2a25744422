import { describe, expect, it } from "vitest";
import { promptMaxBytes } from "@/lib/constants/limits";
import {
  difyApp,
  difyLlm,
  difyNode,
  flowiseEdge,
  flowiseNode,
  flowiseTwo,
  problemOf,
  readOk,
} from "../../../support/foreign-files";

const start = flowiseNode("start", "startAgentflow", {});
const llms = (count: number) => Array.from({ length: count }, (_, i) => flowiseNode(`n${i}`, "llmAgentflow", {}));
const json = JSON.stringify;
const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const listOf = (count: number) => `[${"0,".repeat(count - 1)}0]`;

/** A flow with one node of these inputs. */
const withInputs = (inputs: object) => ({
  nodes: [start, flowiseNode("node", "llmAgentflow", { llmUserMessage: "Do it.", ...inputs })],
  edges: [flowiseEdge("start", "node")],
});

describe("the limits of a foreign file", () => {
  it.each<[string, string, RegExp]>([
    ["nested values", json(withInputs({ deep: 0 })).replace('"deep":0', `"deep":${nest(70)}`), /deeper than 60 levels/],
    [
      "values",
      json(withInputs({ many: 0 })).replace('"many":0', `"many":${listOf(500_001)}`),
      /more than 500,000 values/,
    ],
    ["nested values in YAML", `app: ${"[".repeat(65)}${"]".repeat(65)}`, /Line 1: It is nested deeper than 60 levels/],
    ["keys in YAML", Array.from({ length: 50_001 }, (_, i) => `k${i}: 1`).join("\n"), /more than 50,000 keys/],
    ["aliases", `a: &a 1\nb: [${"*a, ".repeat(21)}]`, /more than 20 aliases/],
    ["aliases in aliases", "a: &a [1]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c, *c]", /isn't valid YAML/],
    ["nodes", json({ nodes: llms(2_001), edges: [] }), /more than 2,000 nodes\. Split it into several files/],
    [
      "connections",
      json({ nodes: llms(2), edges: Array(10_001).fill(flowiseEdge("n0", "n1")) }),
      /too many connections/,
    ],
    [
      "nodes of Dify",
      difyApp(Array.from({ length: 2_001 }, (_, i) => difyNode(`n${i}`, "end")).join("\n"), [["n0", "n1"]]),
      /more than 2,000 nodes/,
    ],
    [
      "tasks",
      json({ nodes: [start, ...llms(51)], edges: llms(51).map(({ id }) => flowiseEdge("start", id)) }),
      /would have 51 tasks\. A process can have up to 50/,
    ],
    [
      "agents",
      json({ nodes: llms(201), edges: llms(201).map(({ id }, i) => flowiseEdge(id, `n${(i + 1) % 201}`)) }),
      /more than 200 agents or tools/,
    ],
    [
      "tools",
      json({
        nodes: Array.from({ length: 201 }, (_, i) => flowiseNode(`f${i}`, "customFunctionAgentflow", {})),
        edges: [],
      }),
      /more than 200 agents or tools/,
    ],
    [
      "steps",
      `from agents import Agent, Runner\nasync def run_workflow(w):\n${"    run_guardrail(w)\n".repeat(2_001)}`,
      /more than 2,000 steps/,
    ],
    [
      "methods",
      `schema: crewai.flow/v1\nname: F\nmethods:\n${Array.from({ length: 2_001 }, (_, i) => `  m${i}: { listen: a }\n`).join("")}`,
      /more than 2,000 methods/,
    ],
    [
      "secrets",
      json(
        withInputs(
          Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`s${i}_password`, `planted-${i}-planted`])),
        ),
      ),
      /too many keys and passwords/,
    ],
  ])(
    "too many %s: are refused with a sentence",
    (_title, text, sentence) => {
      expect(problemOf(text)).toMatch(sentence);
    },
    30_000,
  );

  it("allow what is just within them", () => {
    expect(readOk(json(withInputs({ deep: 0 })).replace('"deep":0', `"deep":${nest(50)}`)).whole.tasks).toHaveLength(0);
    const many = { nodes: [start, ...llms(50)], edges: llms(50).map(({ id }) => flowiseEdge("start", id)) };
    expect(readOk(many).whole.tasks).toHaveLength(50);
  });
});

describe("a secret of a foreign file", () => {
  it.each<[string, object]>([
    ["in a field", { apiKey: "planted-value-7" }],
    ["with a known start", { note: "use sk-plantedABCDEFGHIJ0123456789 here" }],
    ["in code", { note: "const token = 'planted-value-7';" }],
    ["in a header", { note: "Bearer planted0123456789" }],
    ["in a named value", { list: [{ name: "x" }], password: [{ value: "planted-value-7" }] }],
  ])("%s: is neither in the file nor in the report, which says where it was", (_title, inputs) => {
    const found = readOk({
      ...withInputs({ ...inputs, llmMessages: [{ role: "system", content: `Use ${json(Object.values(inputs))}.` }] }),
      description: json(Object.values(inputs)),
    });
    expect(json(found)).not.toContain("planted");
    expect(json(found)).toContain("[secret-removed]");
    expect(found.report.filter(({ type }) => type === "secret")).toMatchObject([{ outcome: "needs" }]);
  });

  it("is removed from names, too", () => {
    const found = readOk(
      withInputs({ llmUserMessage: "Use {{ $form.planted-value-7 }}.", password: "planted-value-7" }),
    );
    expect(json(found)).not.toContain("planted");
  });

  it("in a workflow of Dify is removed", () => {
    const nodes = [difyNode("start", "start"), difyLlm("one", "Use sk-plantedABCDEFGHIJ0123456789.")].join("\n");
    const found = readOk(difyApp(nodes, [["start", "one"]], 'tool_settings: { api_key: "planted-value-7" }'));
    expect(json(found)).not.toContain("planted");
    expect(found.report.filter(({ type }) => type === "secret")).toHaveLength(2);
  });
});

describe("code of a foreign file", () => {
  const lines = ["one()", "two()", "three()", "four()", "five()"];
  const func = `${lines[0]}\n${lines[1]}\r\n${lines[2]}\r${lines[3]}\u2028${lines[4]}\u2029six()`;
  const codeOf = (sent: object | string) => String(readOk(sent).whole.tools[0]?.definition.code);

  it("is in comments, whatever ends its lines", () => {
    for (const [code, mark] of [
      [codeOf({ name: "f", schema: "[]", func }), "//"],
      [codeOf(difyApp(difyNode("calc", "code", `code_language: python3, code: ${json(func)}`), [])), "#"],
    ] as const) {
      const live = code.split(/[\n\r\u2028\u2029]/).filter((line) => !line.startsWith(mark));
      expect(live.join("\n")).not.toMatch(/one|two|three|four|five|six/);
      expect(live.join("\n")).toContain("switched off");
    }
  });

  it("is cut off if it is longer than a tool's code can be", () => {
    const code = codeOf({ name: "f", schema: "[]", func: "x();\n".repeat(100_000) });
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(promptMaxBytes);
    expect(code).toContain("(cut off)");
  });
});

describe("the report of a foreign file", () => {
  it("says the version of a file that is newer than those that are known", () => {
    const nodes = [difyNode("start", "start"), difyNode("new", "hologram"), difyLlm("one", "Do it.")].join("\n");
    const found = readOk(
      difyApp(nodes, [
        ["start", "new"],
        ["new", "one"],
      ]).replace("version: 0.3.0", "version: 9.1.0"),
    );
    expect(found.source).toMatchObject({ system: "dify", version: "9.1.0" });
    expect(found.report).toContainEqual(expect.objectContaining({ part: "new", type: "hologram", outcome: "left" }));
  });

  it("has each node, setting, model, tool, other file and secret once", () => {
    const found = readOk([
      { path: "Flow.json", text: json({ ...flowiseTwo, note: "sk-plantedABCDEFGHIJ0123456789" }) },
      { path: "notes.json", text: "{}" },
    ]);
    const counts = Object.groupBy(found.report, ({ type }) => type);
    expect(Object.fromEntries(Object.entries(counts).map(([type, entries]) => [type, entries?.length]))).toEqual({
      llmAgentflow: 1,
      agentAgentflow: 1,
      startAgentflow: 1,
      model: 2,
      setting: 1,
      input: 1,
      tool: 2,
      file: 1,
      secret: 1,
    });
    expect(found.source.parts).toBe(11);
  });
});
