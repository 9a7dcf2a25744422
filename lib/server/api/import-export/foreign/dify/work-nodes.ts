import type { Draft } from "../shared/draft.ts";
import { clipText } from "../shared/texts.ts";
import { asList, asRecord, asRecords, asText, isBlank, type Json, toSteps } from "../shared/values.ts";
import type { DifyFlow, DifyNode, NodeReader } from "./node.ts";
import { readOutput } from "./output-schema.ts";
import { contextMark, toPrompt } from "./prompts.ts";
import { listSources, readContext } from "./selectors.ts";

/** Adds a node's model and the model's settings to the report. */
export function readModel(draft: Draft, label: string, model: Json): string | undefined {
  const id = asText(model.name) || asText(model.model);
  const name = draft.model(asText(model.provider), id);
  if (!name) return undefined;
  draft.part(`${label}: model ${id}`, "model").model(id, name);
  for (const [setting, value] of Object.entries(asRecord(model.completion_params)))
    if (!isBlank(value))
      draft.part(`${label}: ${setting}`, "setting").left("Muster keeps this with the model. Set it there.");
  return name;
}

/** The prompts of a node: messages of a chat, or one text. */
const toMessages = (template: unknown): Json[] =>
  Array.isArray(template) ? asRecords(template) : asRecords([{ role: "user", text: asRecord(template).text }]);

/** The searches whose documents a node gets as its context. */
function findSearches({ nodes }: DifyFlow, node: DifyNode): DifyNode[] {
  const found = listSources(nodes, readContext(node)).flatMap(([id = ""]) => nodes.get(id) ?? []);
  return [...new Set(found)].filter(({ type }) => type === "knowledge-retrieval");
}

const searchNames = (flow: DifyFlow, node: DifyNode): string[] =>
  findSearches(flow, node).map((one) => flow.draft.search(one.label, asText(one.data.desc)));

function reportSwitches(draft: Draft, { label, data }: DifyNode): void {
  const switches: [string, string][] = [
    ["vision", "Attach images to the message: models that read images get them."],
    ["memory", "Chats remember their messages, and tasks get the output of earlier ones."],
    ["structured_output", "Enter the schema in the task."],
    ["retry_config", "Muster retries failed calls on its own."],
    ["error_strategy", "A failed task ends the process."],
  ];
  for (const [name, note] of switches) {
    const value = data[name];
    const off = isBlank(value) || asRecord(value).enabled === false || asRecord(value).retry_enabled === false;
    const isUsed = name === "structured_output" && readOutput(data) !== undefined;
    if (!off && !isUsed && value !== "none") draft.part(`${label}: ${name}`, "setting").left(note);
  }
}

export const llm: NodeReader = (flow, node, step) => {
  const { draft } = flow;
  const { label, data } = node;
  const messages = toMessages(data.prompt_template);
  const context = readContext(node);
  step.work = {
    role: label,
    model: readModel(draft, label, asRecord(data.model)),
    tools: searchNames(flow, node),
    output: readOutput(data),
    write: (refer) => {
      const texts = (system: boolean) =>
        messages
          .filter(({ role }) => (role === "system") === system)
          .map(({ text, jinja2_text: jinja, edition_type: edition }) =>
            toPrompt(draft, asText(edition === "jinja2" ? jinja : text), refer, flow, context),
          )
          .join("\n\n");
      // The node waits for its context, also if its prompts don't name it.
      if (context.length > 0) toPrompt(draft, contextMark, refer, flow, context);
      return { instructions: texts(true), message: texts(false) };
    },
  };
  reportSwitches(draft, node);
};

export const agent: NodeReader = (flow, node, step) => {
  const { draft } = flow;
  const { label, data } = node;
  const values = asRecord(data.agent_parameters);
  const value = (name: string): unknown => asRecord(values[name]).value;
  const used = new Set(["model", "query", "instruction", "tools", "maximum_iterations"]);
  const tools = asRecords(value("tools")).flatMap((tool) =>
    readTool(draft, label, asText(tool.tool_name) || asText(tool.tool_label)),
  );
  step.work = {
    role: label,
    model: readModel(draft, label, asRecord(value("model"))),
    tools,
    ...toSteps(value("maximum_iterations")),
    write: (refer) => ({
      instructions: toPrompt(draft, asText(value("instruction")), refer, flow),
      message: toPrompt(draft, asText(value("query")), refer, flow),
    }),
    note: `The strategy “${asText(data.agent_strategy_label) || asText(data.agent_strategy_name)}” became the agent's own way of calling tools.`,
  };
  for (const [name, one] of Object.entries(values))
    if (!used.has(name) && !isBlank(asRecord(one).value))
      draft.part(`${label}: ${name}`, "setting").left("A setting of the agent strategy's plugin.");
};

/** A tool of an agent. Returns its name, if there is one that does the same. */
export function readTool(draft: Draft, label: string, name: string): string[] {
  const part = draft.part(`${label}: ${name || "tool"}`, "tool");
  const builtin = draft.builtin(name);
  if (builtin) part.builtin(builtin);
  else part.needs("Add a tool that does the same to the agent.");
  return builtin ? [builtin.name] : [];
}

export const extractor: NodeReader = (flow, node, step) => {
  const { draft } = flow;
  const { label, data } = node;
  const fields = asRecords(data.parameters).filter(({ name }) => asText(name) && name !== "__proto__");
  const type = (one: Json): Json =>
    one.type === "number"
      ? { type: "number" }
      : asText(one.type).startsWith("array")
        ? { type: "array", items: {} }
        : { type: "string" };
  const properties = fields.map((one) => [
    asText(one.name),
    { ...type(one), description: clipText(asText(one.description), 500) },
  ]);
  step.work = {
    role: label,
    model: readModel(draft, label, asRecord(data.model)),
    output: { type: "object", properties: Object.fromEntries(properties) },
    write: (refer) => {
      const selector = asList(data.query).map(asText).join(".");
      const found = toPrompt(draft, `{{#${selector}#}}`, refer, flow);
      const input = found.startsWith("{{#") ? "the input" : found;
      return {
        instructions: toPrompt(draft, asText(data.instruction), refer, flow),
        message: `Extract the parameters from ${input}.`,
      };
    },
  };
};
