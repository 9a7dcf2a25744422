import { describe, expect, it } from "vitest";
import {
  flowiseEdge,
  flowiseNode,
  flowiseSupervisor,
  flowiseTwo,
  noteOf,
  outcomeOf,
  readOk,
} from "../../../support/foreign-files";

describe("an agentflow of Flowise", () => {
  it("becomes a process in the order of its connections", () => {
    const found = readOk(flowiseTwo);
    expect(found.source).toEqual({ system: "flowise", version: "agentflow v2", parts: 9 });
    const { app, agents, tasks, tools, models } = found.whole;
    expect(app).toMatchObject({ name: "Some flow", type: "process", tasks: ["write", "check"], variables: ["town"] });
    expect(tasks[1]).toMatchObject({ context: ["write"], description: "Check the output of “write” for {town}." });
    expect(agents[0]).toMatchObject({ backstory: "You write about towns.\nBriefly.", model: "gpt-4o-mini" });
    expect(models.map(({ provider }) => provider)).toEqual(["ollama", "open_ai"]);
    expect(tools.map(({ type }) => type)).toEqual(["builtin"]);
    expect(outcomeOf(found, "write: gmail")).toBe("needs");
    expect(noteOf(found, "write: calculator")).toContain("Turn on Require approval");
    expect(outcomeOf(found, "check: temperature")).toBe("left");
  });

  it("gives the fields of its form to the tasks that it starts with, unless they name one", () => {
    const read = (text: string) => {
      const fields = [
        { type: "string", label: "Your name", name: "name" },
        { type: "string", name: "plan" },
      ];
      const anchors = [{ id: "which-output-0" }, { id: "which-output-1" }];
      const conditions = [{ type: "string", value1: "{{ $form.plan }}", operation: "equal", value2: "free" }];
      return readOk({
        nodes: [
          flowiseNode("start", "startAgentflow", { startInputType: "formInput", formInputTypes: fields }),
          flowiseNode("which", "conditionAgentflow", { conditions }, { outputAnchors: anchors }),
          flowiseNode("left", "llmAgentflow", { llmUserMessage: text }),
          flowiseNode("right", "llmAgentflow", { llmMessages: [{ role: "system", content: text }] }),
          flowiseNode("last", "llmAgentflow", { llmUserMessage: "Go on." }),
        ],
        edges: [
          flowiseEdge("start", "which"),
          flowiseEdge("which", "left", "which-output-0"),
          flowiseEdge("which", "right", "which-output-1"),
          flowiseEdge("left", "last"),
        ],
      }).whole.tasks.map(({ description }) => description);
    };
    const fields = "\n\nYour name: {name}\nplan: {plan}";
    const followed = "Follow your instructions for the input of this task.";
    expect(read("Greet.")).toEqual([`Greet.${fields}`, `${followed}${fields}`, "Go on."]);
    expect(read("Greet {{ $form.name }}.")).toEqual(["Greet {name}.", followed, "Go on."]);
  });

  it("is read the same as a string inside another file", () => {
    const wrapped = { name: "Towns", type: "AGENTFLOW", flowData: JSON.stringify(flowiseTwo), nodes: [], edges: [] };
    expect(readOk(wrapped)).toMatchObject({ source: { parts: 9 }, whole: { app: { name: "Towns" } } });
    const workspace = { AgentFlowV2: [wrapped], ChatFlow: [], Tool: [], Variable: [{ name: "key" }] };
    expect(readOk(workspace).whole.variables.map(({ name }) => name)).toContain("key");
  });

  it("turns conditions on the question and a form into a branch, also with one agent", () => {
    const conditions = [
      { type: "string", value1: "<p>{{ question }}</p>", operation: "contains", value2: "refund" },
      { type: "string", value1: "<p>{{ $form.plan }}</p>", operation: "equal", value2: "free" },
    ];
    const anchors = [{ id: "which-output-0" }, { id: "which-output-1" }, { id: "which-output-2" }];
    const branch = flowiseNode("which", "conditionAgentflow", { conditions }, { outputAnchors: anchors });
    const found = readOk({
      nodes: [flowiseNode("start", "startAgentflow", {}), branch, flowiseNode("left", "llmAgentflow", {})],
      edges: [flowiseEdge("start", "which"), flowiseEdge("which", "left", "which-output-0")],
    });
    expect(found.whole.app).toMatchObject({
      type: "process",
      tasks: ["left"],
      branches: [
        {
          by: "value",
          variable: "message",
          cases: [
            { operator: "contains", value: "refund", tasks: ["left"] },
            { variable: "plan", operator: "equals", value: "free", tasks: [] },
          ],
        },
      ],
    });
    expect(found.whole.variables).toMatchObject([{ name: "message" }, { name: "plan" }]);
  });

  it.each([
    ["a field that the output doesn't have", [{ value1: "{{ one.output.a }}", operation: "equal", value2: "b" }]],
    ["nothing", [null, { value1: "{{ one }}", operation: "equal", value2: "b" }]],
  ])("names a branch that compares %s", (_title, conditions) => {
    const anchors = [{ id: "which-output-0" }, { id: "which-output-1" }];
    const which = flowiseNode("which", "conditionAgentflow", { conditions }, { outputAnchors: anchors });
    const [one, two] = ["one", "two"].map((id) => flowiseNode(id, "llmAgentflow", {}));
    const found = readOk({
      nodes: [flowiseNode("start", "startAgentflow", {}), one, which, two],
      edges: [flowiseEdge("start", "one"), flowiseEdge("one", "which"), flowiseEdge("which", "two", "which-output-0")],
    });
    expect(outcomeOf(found, "which")).toBe("needs");
    expect(found.whole.app).toMatchObject({ tasks: ["one"], branches: [] });
  });

  it("keeps what runs only on a branch as agents without tasks, and what follows the branches as a task", () => {
    const llm = (id: string) => flowiseNode(id, "llmAgentflow", { llmUserMessage: `Do ${id}.` });
    const branch = flowiseNode("which", "conditionAgentflow", {}, { outputAnchors: [{ id: "a" }, { id: "b" }] });
    const flow = (last: ReturnType<typeof flowiseEdge>[]) => ({
      nodes: [flowiseNode("start", "startAgentflow", {}), branch, llm("first"), llm("left"), llm("right"), llm("end")],
      edges: [
        flowiseEdge("start", "first"),
        flowiseEdge("first", "which"),
        flowiseEdge("which", "left", "a"),
        flowiseEdge("which", "right", "b"),
        ...last,
      ],
    });
    const joined = readOk(flow([flowiseEdge("left", "end"), flowiseEdge("right", "end")]));
    expect(joined.whole.app).toMatchObject({ tasks: ["first", "end"] });
    expect(joined.whole.agents.map(({ name }) => name)).toEqual(["first", "end", "left", "right"]);
    expect(outcomeOf(joined, "left")).toBe("needs");
    expect(outcomeOf(joined, "which")).toBe("needs");
    const open = readOk(flow([flowiseEdge("left", "end")]));
    expect(open.whole.app).toMatchObject({ tasks: ["first"] });
    expect(noteOf(open, "end")).toContain("only on some branches of “which”");
  });

  it("lets a person decide between what follows an approval and a rejection", () => {
    const found = readOk({
      nodes: [
        flowiseNode("start", "startAgentflow", {}),
        flowiseNode("write", "llmAgentflow", { llmUserMessage: "Write." }),
        flowiseNode("ask", "humanInputAgentflow", { humanInputDescription: "<p>Send it?</p>" }),
        flowiseNode("send", "llmAgentflow", { llmUserMessage: "Send." }),
        flowiseNode("sorry", "llmAgentflow", { llmUserMessage: "Say sorry." }),
      ],
      edges: [
        flowiseEdge("start", "write"),
        flowiseEdge("write", "ask"),
        flowiseEdge("ask", "send", "ask-output-0"),
        flowiseEdge("ask", "sorry", "ask-output-1"),
      ],
    });
    expect(found.whole.app).toMatchObject({ tasks: ["write", "send", "sorry"] });
    expect(found.whole.app).toMatchObject({
      branches: [
        {
          by: "person",
          instructions: "Send it?",
          cases: [{ name: "Approve", tasks: ["send"] }],
          defaultTasks: ["sorry"],
        },
      ],
    });
    expect(outcomeOf(found, "ask")).toBe("taken");
  });

  it("ends with a report if it leads back to itself", () => {
    const circle = {
      nodes: [flowiseNode("a", "x", {}), flowiseNode("b", "x", {})],
      edges: [flowiseEdge("a", "b"), flowiseEdge("b", "a")],
    };
    const found = readOk(circle);
    expect(found.report.map(({ outcome }) => outcome)).toEqual(["left", "left"]);
    expect(found.whole.app).toMatchObject({ type: "chat", agent: null });
  });
});

describe("a chatflow of Flowise", () => {
  it("with one agent becomes a chat", () => {
    const found = readOk({
      nodes: [
        flowiseNode("model", "chatAnthropic", { modelName: "claude-sonnet-4" }, { category: "Chat Models" }),
        flowiseNode("sum", "calculator", {}, { category: "Tools" }),
        flowiseNode("memory", "bufferMemory", {}, { category: "Memory" }),
        flowiseNode(
          "agent",
          "toolAgent",
          { systemMessage: "You calculate.", tools: ["{{sum.data.instance}}"] },
          { category: "Agents" },
        ),
      ],
      edges: [
        flowiseEdge("model", "agent", "", "model"),
        flowiseEdge("sum", "agent", "", "tools"),
        flowiseEdge("memory", "agent", "", "memory"),
      ],
    });
    expect(found.whole.app).toMatchObject({ type: "chat", agent: "agent" });
    expect(found.whole.agents).toMatchObject([
      { backstory: "You calculate.", model: "claude-sonnet-4", tools: ["Calculator"] },
    ]);
    expect(found.source).toMatchObject({ version: "chatflow", parts: 4 });
  });

  it("says where connections and values disagree", () => {
    const found = readOk({
      nodes: [
        flowiseNode("one", "chatOpenAI", { modelName: "gpt-4o" }, { category: "Chat Models" }),
        flowiseNode("two", "chatOpenAI", { modelName: "gpt-4.1" }, { category: "Chat Models" }),
        flowiseNode("agent", "toolAgent", { model: "{{two.data.instance}}" }, { category: "Agents" }),
      ],
      edges: [flowiseEdge("one", "agent", "", "model")],
    });
    expect(found.whole.agents[0]?.model).toBe("gpt-4o");
    expect(outcomeOf(found, "agent: model", "connection")).toBe("approximated");
  });

  it("with a supervisor becomes a process with a manager", () => {
    const found = readOk(flowiseSupervisor);
    expect(found.whole.app).toMatchObject({
      process: "hierarchical",
      manager: "gpt-4o",
      agents: ["The digger", "The painter"],
    });
    expect(found.whole.tasks[0]?.description).toBe("Lead The digger, The painter.\n\nThe request: {message}");
    expect(found.whole.agents[0]?.backstory).toBe("You dig.");
  });
});

it("a custom tool of Flowise is switched off, and its code stands in comments", () => {
  const func = "const token = 'planted-7781-abcdef';\nprocess.exit(1);\nreturn $email;";
  const found = readOk({ name: "add", description: "Adds", schema: "[]", func });
  const code = String(found.whole.tools[0]?.definition.code);
  const live = code.split("\n").filter((line) => !line.startsWith("//"));
  expect(live.join("\n").trim()).toBe(
    'export default async () => {\n  throw new Error("This tool is switched off.");\n};',
  );
  expect(code).toContain("// process.exit(1);");
  expect(JSON.stringify(found)).not.toContain("planted-7781");
  expect(outcomeOf(found, "func", "secret")).toBe("needs");
});
