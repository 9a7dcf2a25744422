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
const edge = (source: string, target: string, fieldName: string) => ({
  source,
  target,
  targetHandle: JSON.stringify({ fieldName, id: target }).replaceAll('"', "œ"),
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
  expect(noteOf(found, "First: api_key")).toContain("OPENAI_API_KEY");
  expect(JSON.stringify(found)).not.toContain("planted");
  expect(outcomeOf(found, "password", "secret")).toBe("needs");
});

it("a flow of Langflow with one agent becomes a chat", () => {
  const own = new Set(["In", "First", "Sum"]);
  const data = { nodes: flow.data.nodes.filter(({ id }) => own.has(id)), edges: flow.data.edges.slice(0, 1) };
  expect(readOk({ ...flow, data }).whole.app).toMatchObject({ type: "chat", agent: "First" });
});
