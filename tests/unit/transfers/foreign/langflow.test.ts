import { expect, it } from "vitest";
import { noteOf, outcomeOf, readOk } from "../../../support/foreign-files";

const node = (id: string, type: string, fields: Record<string, object | string>, more: object = {}) => ({
  id,
  type: "genericNode",
  data: {
    id,
    type,
    node: {
      display_name: id,
      ...more,
      template: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, typeof field === "string" ? { value: field } : field]),
      ),
    },
  },
});
const toHandle = (handle: object) => JSON.stringify(handle).replaceAll('"', "œ");
const edge = (source: string, target: string, fieldName: string, name = "message") => ({
  source,
  target,
  sourceHandle: toHandle({ name, id: source }),
  targetHandle: toHandle({ fieldName, id: target }),
});
const model = { agent_llm: "OpenAI", model_name: "gpt-4.1" };
const flow = {
  name: "Weather",
  last_tested_version: "1.4.2",
  data: {
    nodes: [
      node("Second", "Agent", { ...model, code: "import os; os.system('planted')" }),
      node("Text", "Prompt", { template: "Summarize {facts} for {reader}.", reader: "sailors" }),
      node("In", "ChatInput", {}),
      node(
        "First",
        "Agent",
        {
          ...model,
          system_prompt: "You know the weather.",
          api_key: { value: "OPENAI_API_KEY", load_from_db: true, password: true },
        },
        { edited: true },
      ),
      node("Sum", "CalculatorComponent", {}),
      node("Store", "QdrantVectorStoreComponent", { password: { value: "planted-7781", password: true } }),
      node("Out", "ChatOutput", {}),
    ],
    edges: [
      edge("In", "First", "input_value"),
      edge("First", "Text", "facts"),
      edge("Text", "Second", "input_value"),
      edge("Sum", "First", "tools"),
      edge("Second", "Out", "input_value"),
    ],
  },
};

it("a flow of Langflow becomes a process in the order of its connections", () => {
  const found = readOk(flow);
  expect(found.source).toMatchObject({ system: "langflow", version: "1.4.2" });
  expect(found.whole.app).toMatchObject({ name: "Weather", type: "process", tasks: ["First", "Second"] });
  expect(found.whole.tasks[0]?.description).toBe("The input: {message}");
  expect(found.whole.tasks[1]).toMatchObject({
    description: "The input: Summarize the output of “First” for sailors.",
    context: ["First"],
  });
  expect(found.whole.agents[0]).toMatchObject({ tools: ["Calculator"], backstory: "You know the weather." });
  expect(noteOf(found, "First")).toContain("code was changed");
  expect(noteOf(found, "Out")).toBe("The output of the last task is the result.");
  expect(noteOf(found, "First: api_key")).toContain("OPENAI_API_KEY");
  expect(JSON.stringify(found)).not.toContain("planted");
  expect(outcomeOf(found, "password", "secret")).toBe("needs");
});

it("a flow of Langflow with one agent becomes a chat", () => {
  const read = (...own: string[]) =>
    readOk({
      ...flow,
      data: { nodes: flow.data.nodes.filter(({ id }) => own.includes(id)), edges: flow.data.edges.slice(0, 1) },
    });
  const found = read("In", "First", "Sum", "Out");
  expect(found.whole.app).toMatchObject({ type: "chat", agent: "First" });
  expect(noteOf(found, "Out")).toBe("The output of the agent is the result.");
  expect(noteOf(read("In", "Out"), "Out")).toBe("No task was imported whose output could be the result.");
});

it("an If-Else of Langflow becomes a branch, on whose ways components run with what it passes on", () => {
  const read = (router: Record<string, object | string>, source = "First") => {
    const nodes = [
      node("In", "ChatInput", {}),
      node("First", "Agent", model),
      node("Router", "ConditionalRouter", router),
      node("Text", "Prompt", { template: "You are polite." }),
      node("Yes", "Agent", model),
      node("No", "Agent", model),
      node("Last", "Agent", model),
    ];
    const edges = [
      edge("In", "First", "input_value"),
      edge(source, "Router", "input_text", "response"),
      edge("First", "Router", "true_case_message", "response"),
      edge("Router", "Yes", "input_value", "true_result"),
      edge("Text", "Yes", "system_prompt"),
      edge("Router", "No", "input_value", "false_result"),
      edge("Yes", "Last", "input_value", "response"),
      edge("No", "Last", "tools", "response"),
    ];
    return readOk({ ...flow, data: { nodes, edges } });
  };
  const fields = { operator: "contains", match_text: "refund", true_case_message: "", false_case_message: "Bye." };
  const found = read({ ...fields, case_sensitive: { value: true } });
  expect(found.whole.app).toMatchObject({
    tasks: ["First", "Yes", "No", "Last"],
    branches: [
      {
        by: "value",
        source: "First",
        cases: [{ operator: "contains", value: "refund", tasks: ["Yes"] }],
        defaultTasks: ["No"],
      },
    ],
  });
  expect(found.whole.tasks.map(({ description }) => description).slice(1, 3)).toEqual([
    "The input: the output of “First”",
    "The input: Bye.",
  ]);
  expect(noteOf(found, "Router")).toBe("The branch “Router”. It compares without regard to case.");
  expect(outcomeOf(read({ ...fields, case_sensitive: { value: false } }, "In"), "Router")).toBe("taken");
  expect(read(fields, "In").whole.app).toMatchObject({ branches: [{ variable: "message" }] });
  for (const other of [read({ ...fields, operator: "regex" }), read(fields, "Text")]) {
    expect(outcomeOf(other, "Router")).toBe("needs");
    expect(noteOf(other, "Yes")).toContain("only on some branches of “Router”");
    expect(other.whole.app).toMatchObject({ tasks: ["First", "Last"] });
  }
});

it("a loop of Langflow is named", () => {
  const data = { nodes: [node("Rows", "LoopComponent", {})], edges: [] };
  expect(noteOf(readOk({ ...flow, data }), "Rows")).toContain("Add an iteration");
});
