import { describe, expect, it } from "vitest";
import { readForeignFiles } from "@/lib/server/api/import-export/foreign/recognize";
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

const quickly = (work: () => void): void => {
  const started = performance.now();
  work();
  expect(performance.now() - started).toBeLessThan(8_000);
};

describe("a foreign file that can't be believed", () => {
  const whole = JSON.stringify(flowiseTwo);
  const size = 10 * 1024 * 1024;
  const many = { nodes: Array.from({ length: 2_001 }, (_, i) => flowiseNode(`n${i}`, "llmAgentflow", {})), edges: [] };
  const refused: [string, string, RegExp][] = [
    ["is empty", "  ", /is empty/],
    ["is truncated", whole.slice(0, -20), /incomplete/],
    ["is truncated YAML", "app: { name: A, mode: workflow", /incomplete/],
    ["is nested deeply", `{"nodes":${"[".repeat(200_000)}${"]".repeat(200_000)},"edges":[]}`, /nested/],
    ["is nested deeply in YAML", `a: ${"[".repeat(5_000)}${"]".repeat(5_000)}`, /incomplete|nested/],
    ["has too many nodes", JSON.stringify(many), /more than 2,000 nodes/],
    ["is 10 MB of braces", "{".repeat(size), /incomplete|nested/],
    ["is 10 MB of text", "a b ".repeat(size / 4), /isn't an exported app/],
    ["is something else", '{"openapi":"3.1.0"}', /isn't an exported app/],
    ["is a null", "null", /isn't an exported app/],
    ["runs tags", "app: !!js/function 'function () {}'", /isn't valid YAML/],
  ];
  it.each(refused)("%s: is refused with a sentence", (_title, text, sentence) => {
    quickly(() => expect(problemOf(text)).toMatch(sentence));
  });

  it.each(["[", "(", "{", "Agent(", "f'{"])(
    "is a program nested deeply by %s: ends with a report or a sentence",
    (open) => {
      const text = `from agents import Agent\na = Agent(name="A", instructions=${open.repeat(50_000)}`;
      quickly(() => {
        const found = readForeignFiles([{ path: "a.py", text }]);
        const seen = "problem" in found ? found.problem : "source" in found && found.source.system;
        expect(["agent-builder", "The file is nested too deeply."]).toContain(seen);
      });
    },
  );

  it("is a program whose variables are fields of one another, and is read", () => {
    const fields = Array.from({ length: 20_000 }, (_, i) => `    a${i + 1} = a${i}.final_output.a`).join("\n");
    const text = `from agents import Agent\na = Agent(name="A")\nasync def run_workflow(w):\n    a0 = await Runner.run(a)\n${fields}\n`;
    quickly(() => expect(readOk([{ path: "a.py", text }]).whole.app).toMatchObject({ type: "chat" }));
  });

  it("is long, and is read", () => {
    const nodes = [difyNode("start", "start"), difyLlm("long", "{{#".repeat(400_000)), difyNode("end", "end")].join(
      "\n",
    );
    quickly(() => {
      const found = readOk(
        difyApp(nodes, [
          ["start", "long"],
          ["long", "end"],
        ]),
      );
      expect(Buffer.byteLength(found.whole.agents[0]?.backstory ?? "")).toBeLessThanOrEqual(64 * 1024);
      expect(found.report.find(({ part }) => part === "long")?.note).toContain("cut off");
    });
  });

  it("branches at every node, and is read", () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `n${i}`);
    const nodes = ids.map((id) =>
      flowiseNode(id, "conditionAgentflow", {}, { outputAnchors: [{ id: "a" }, { id: "b" }, { id: "c" }] }),
    );
    const edges = ids.flatMap((id, i) =>
      ["a", "b", "c"].map((way, step) => flowiseEdge(id, ids[Math.min(i + step + 1, 999)] ?? id, way)),
    );
    quickly(() => expect(readOk({ nodes, edges }).source.parts).toBe(1_000));
  });

  it.each([
    ["in one another", (i: number) => `n${i - 1}`],
    ["in a circle", (i: number) => `n${(i + 1) % 1_900}`],
    ["in one", () => "n0"],
    ["side by side", (i: number) => (i % 2 === 0 ? "" : `n${i - 1}`)],
  ])("has many iterations %s, and is read", (_title, parentOf) => {
    const nodes = Array.from({ length: 1_900 }, (_, i) => ({
      ...flowiseNode(`n${i}`, i % 2 === 0 || i % 3 === 0 ? "iterationAgentflow" : "llmAgentflow", {
        iterationInput: `{{ n${i} }}`.repeat(10),
        note: "{{ $iteration.".repeat(350),
      }),
      parentNode: parentOf(i),
    }));
    const edges = nodes.flatMap(({ id }, i) => [1, 2, 3].map((step) => flowiseEdge(id, `n${i + step}`)));
    quickly(() => expect(readForeignFiles([{ path: "a.json", text: JSON.stringify({ nodes, edges }) }])).toBeDefined());
  });

  it("has nodes without IDs, and is read", () => {
    const nodes = [
      flowiseNode("", "startAgentflow", {}),
      flowiseNode("", "llmAgentflow", {}),
      flowiseNode("one", "llmAgentflow", {}),
    ];
    quickly(() =>
      expect(readForeignFiles([{ path: "a.json", text: JSON.stringify({ nodes, edges: [] }) }])).toBeDefined(),
    );
  });

  it("has many iterations with one ID, and is read", () => {
    const inside = Array.from({ length: 900 }, (_, i) => ({
      id: `n${i}`,
      parentId: "each",
      data: { type: "code", code: "x".repeat(9_000) },
    }));
    const iterations = Array.from({ length: 1_000 }, () => ({ id: "each", data: { type: "iteration" } }));
    const workflow = { graph: { nodes: [...iterations, ...inside], edges: [] } };
    const text = JSON.stringify({ app: { mode: "workflow" }, kind: "app", workflow });
    quickly(() => expect(readForeignFiles([{ path: "a.json", text }])).toBeDefined());
  });

  it("has many settings: is refused with a sentence", () => {
    const inputs = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`setting${i}`, "x"]));
    const text = JSON.stringify({ nodes: [flowiseNode("a", "llmAgentflow", inputs)], edges: [] });
    quickly(() => expect(problemOf(text)).toMatch(/more than 10,000 parts/));
  });

  it("has names and values that can't be seen, and can be imported", () => {
    const condition = { operation: "equal", value1: "{{ $form.a }}", value2: "\u202Eno\u0007" };
    const conditions = [condition, { ...condition, value2: "\u200B" }];
    const anchors = [0, 1, 2].map((i) => ({ id: `which-output-${i}` }));
    const found = readOk({
      nodes: [
        flowiseNode("start", "startAgentflow", {}),
        flowiseNode("which", "conditionAgentflow", { conditions }, { outputAnchors: anchors, label: "\u202E" }),
        flowiseNode("one", "llmAgentflow", {}, { label: "o\u202Ene" }),
      ],
      edges: [flowiseEdge("start", "which"), flowiseEdge("which", "one", "which-output-0")],
    });
    expect(found.whole.app).toMatchObject({ tasks: ["o ne"], branches: [{ cases: [{ name: "no" }, {}] }] });
  });

  it("has names of prototypes", () => {
    const text = JSON.stringify(flowiseTwo)
      .replaceAll('"llmModel"', '"__proto__"')
      .replaceAll('"check"', '"constructor"');
    expect(readOk(text).whole.tasks).toHaveLength(2);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ["a key in a field", { apiKey: "planted-aaaa-bbbb" }],
    ["a key with a known start", { note: "use sk-plantedABCDEFGHIJ0123456789 here" }],
    ["a header", { headers: "x", value: "Bearer planted0123456789" }],
    ["a key in code", { code: 'const token = "planted-aaaa-bbbb";' }],
  ])("has %s: neither the file nor the report has it", (_title, inputs) => {
    const node = flowiseNode("a", "llmAgentflow", { llmUserMessage: JSON.stringify(inputs), ...inputs });
    const found = readOk({
      nodes: [flowiseNode("start", "startAgentflow", {}), node],
      edges: [{ source: "start", target: "a" }],
    });
    expect(JSON.stringify(found)).not.toContain("planted");
    expect(found.report.some(({ type, note }) => type === "secret" && note.includes("Revoke it"))).toBe(true);
  });
});
