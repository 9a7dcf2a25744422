import type { Refer, Step, Work } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import { clipText } from "../shared/texts.ts";
import { asRecord, asRecords, asText, type Json, parseInner } from "../shared/values.ts";
import { type FlowiseNode, reportSettings } from "./node.ts";
import { toPrompt } from "./texts.ts";

/** Reads a node. Returns the names of the inputs that it used. */
export type Reader = (draft: Draft, node: FlowiseNode, step: Step) => readonly string[];

/** Adds a node's model to the report. Returns its name in the file. */
export function readModel(draft: Draft, { label, inputs }: FlowiseNode, kind: string): string | undefined {
  const config = asRecord(parseInner(inputs[`${kind}ModelConfig`]));
  const model = asText(config.modelName) || asText(config.model) || asText(config.customModel);
  const name = draft.model(asText(inputs[`${kind}Model`]), model);
  if (!asText(inputs[`${kind}Model`])) return name;
  const part = draft.part(`${label}: model ${model || asText(inputs[`${kind}Model`])}`, "model");
  if (name) part.model(model, name);
  else part.needs("The file doesn't name the model. Choose one in the agent.");
  reportSettings(draft, label, config, ["modelName", "model", "customModel", `${kind}Model`, "credential"]);
  return name;
}

/** The tools and document stores of an agent. */
function readTools(draft: Draft, { label, inputs }: FlowiseNode, kind: string): string[] {
  const tools: string[] = [];
  for (const one of asRecords(parseInner(inputs[`${kind}Tools`]))) {
    const name = asText(one[`${kind}SelectedTool`]) || "tool";
    const part = draft.part(`${label}: ${name}`, "tool");
    const approves = one[`${kind}SelectedToolRequiresHumanInput`] === true;
    const approval = approves ? " Turn on Require approval in it: the source asks a person before each call." : "";
    const builtin = draft.builtin(name);
    if (!builtin) {
      part.needs(`Add a tool that does the same to the agent.${approval}`);
      continue;
    }
    tools.push(builtin.name);
    if (approves) part.needs(`Became the built-in tool “${builtin.name}”.${approval}`);
    else part.builtin(builtin);
  }
  const stores = [
    ...asRecords(parseInner(inputs[`${kind}KnowledgeDocumentStores`])),
    ...asRecords(parseInner(inputs[`${kind}KnowledgeVSEmbeddings`])),
  ];
  for (const store of stores) {
    const [, said = ""] = asText(store.documentStore).split(":");
    const wanted = said || asText(store.knowledgeName) || `Documents of ${label}`;
    tools.push(draft.search(wanted, asText(store.docStoreDescription) || asText(store.knowledgeDescription)));
    draft.part(`${label}: ${wanted}`, "documents").documents();
  }
  return tools;
}

/** A JSON Schema of the objects in a list. */
function toItemSchema(schema: unknown): Json {
  const fields = Object.entries(asRecord(parseInner(schema))).filter(([key]) => key !== "__proto__");
  const properties = fields.map(([key, field]): [string, Json] => {
    const { type, description } = asRecord(field);
    const own = ["number", "boolean"].includes(asText(type)) ? asText(type) : "string";
    return [key, { type: own, description: clipText(asText(description), 500) }];
  });
  return { type: "object", properties: Object.fromEntries(properties), required: properties.map(([key]) => key) };
}

/** A JSON Schema of the fields that a model returns. */
function toSchema(fields: Json[]): Json | undefined {
  if (fields.length === 0) return undefined;
  const properties = fields.flatMap((field): [string, Json][] => {
    const key = asText(field.key);
    const type = asText(field.type);
    if (!key || key === "__proto__") return [];
    const options = asText(field.enumValues)
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    const base: Json = ["number", "boolean"].includes(type)
      ? { type }
      : ["stringArray", "jsonArray"].includes(type)
        ? { type: "array", items: type === "stringArray" ? { type: "string" } : toItemSchema(field.jsonSchema) }
        : type === "enum" && options.length > 0
          ? { type: "string", enum: [...new Set(options)] }
          : { type: "string" };
    return [[key, { ...base, description: clipText(asText(field.description), 500) }]];
  });
  const names = [...new Set(properties.map(([key]) => key))];
  return { type: "object", properties: Object.fromEntries(properties), required: names };
}

/** Reads a node that calls a model. */
export function readWork(kind: "agent" | "llm"): Reader {
  return (draft, node, step) => {
    const { inputs, label } = node;
    const messages = asRecords(parseInner(inputs[`${kind}Messages`]));
    const texts = (refer: Refer, system: boolean) =>
      messages
        .filter(({ role }) => (role === "system" || role === "developer") === system)
        .map(({ content }) => toPrompt(draft, asText(content), refer));
    const work: Work = {
      role: label,
      write: (refer) => ({
        instructions: texts(refer, true).join("\n\n"),
        message: [...texts(refer, false), toPrompt(draft, asText(inputs[`${kind}UserMessage`]), refer)]
          .filter(Boolean)
          .join("\n\n"),
      }),
      model: readModel(draft, node, kind),
      tools: readTools(draft, node, kind),
      output: toSchema(asRecords(parseInner(inputs[`${kind}StructuredOutput`]))),
    };
    step.work = work;
    const used = [
      "Model",
      "ModelConfig",
      "Messages",
      "UserMessage",
      "Tools",
      "StructuredOutput",
      "KnowledgeDocumentStores",
      "KnowledgeVSEmbeddings",
    ];
    return used.map((name) => `${kind}${name}`);
  };
}
