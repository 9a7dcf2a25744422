import type { Draft } from "../shared/draft.ts";
import type { ForeignImport } from "../shared/foreign.ts";
import { asRecord, asRecords, asText, type Json } from "../shared/values.ts";
import { readFeatures } from "./features.ts";
import { toPrompt } from "./prompts.ts";
import { readModel, readTool } from "./work-nodes.ts";

const context = { starts: new Set<string>(), iteration: "", nodes: new Map() };

/** The datasets of a chat, each of which needs a data source. */
function readDatasets(draft: Draft, config: Json): string[] {
  const datasets = asRecords(asRecord(asRecord(config.dataset_configs).datasets).datasets);
  return datasets.map((_dataset, i) => {
    draft.part(`Knowledge ${i + 1}`, "documents").documents();
    return draft.search(`Knowledge ${i + 1}`, "");
  });
}

/** Reads a chat, an agent or a text generator without a graph: one agent. */
export function readModelConfig(draft: Draft, name: string, description: string, config: Json): ForeignImport {
  draft.chat = true;
  const part = draft.part(name, "agent");
  const starters = readFeatures(draft, config);
  for (const field of asRecords(config.user_input_form)) {
    const [[, own] = ["", {}]] = Object.entries(field);
    const input = asRecord(own);
    const variable = draft.variable(asText(input.variable), asText(input.label));
    draft.part(asText(input.label) || variable, "input").approximated(`Asked for as the variable ${variable}.`);
  }
  const mode = asRecord(config.agent_mode);
  const tools = asRecords(mode.tools)
    .filter(({ enabled }) => enabled !== false)
    .flatMap((tool) => readTool(draft, name, asText(tool.tool_name)));
  const prompt = toPrompt(draft, asText(config.pre_prompt), () => undefined, context);
  const agent = draft.agent({
    name,
    role: name,
    goal: "Answer the user's messages.",
    backstory: prompt,
    model: readModel(draft, name, asRecord(config.model)),
    tools: [...tools, ...readDatasets(draft, config)],
  });
  part.taken(`The agent “${agent}”, which answers in the chat.`);
  part.noteLength(prompt);
  return draft.finish({ name, description, type: "chat", agent, conversationStarters: starters });
}
