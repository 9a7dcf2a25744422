import type { TaskPart, TransferFile } from "@/lib/contract/transfers/file";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import { toComment, toJson } from "../shared/literals";
import { toOutputName } from "../shared/names";
import { listAgents, listTasks, type OrderedTask } from "../shared/process";
import { hasForm } from "../shared/settings";
import { findCrewModel, toToolNames } from "./agents";
import type { CrewTool } from "./tools";

/** Names of the files that the crew refers to. */
export interface CrewNames {
  agents: ReadonlyMap<string, string>;
  tools: ReadonlyMap<string, CrewTool>;
  /** Classes of `schemas.py`, by task. */
  schemas: ReadonlyMap<string, string>;
  /** The tasks after which a person decides. */
  decided: ReadonlySet<string>;
}

interface WrittenTask {
  comment: string;
  fields: object;
}

function describeForm({ formFields }: TaskPart): string {
  const fields = formFields.map(({ name, label, type }) => `${label} (${name}, ${type})`);
  return `Before this task, Muster asks a person for: ${fields.join("; ") || "an approval"}.`;
}

function writeTask(ordered: OrderedTask, next: OrderedTask | undefined, names: CrewNames): WrittenTask {
  const { task, name, context } = ordered;
  const schema = names.schemas.get(name);
  const tools = toToolNames(task.tools, names.tools);
  return {
    comment: hasForm(task) ? describeForm(task) : "",
    fields: {
      name,
      description: task.description,
      expected_output: task.expectedOutput,
      agent: task.agent ? names.agents.get(task.agent) : undefined,
      context,
      tools: tools.length > 0 ? tools : undefined,
      output_json: schema && { python: `schemas.${schema}` },
      output_file: task.storeTaskOutput ? `output/${toOutputName(task.taskOutputFileName ?? `${name}.md`)}` : undefined,
      human_input: (next && hasForm(next.task)) || names.decided.has(name) ? true : undefined,
    },
  };
}

/** A chat is a crew of one task, which answers one message. */
const writeAnswer = (agent: string | undefined): WrittenTask => ({
  comment: "Muster's chat: run the crew once for each message.",
  fields: {
    name: "answer",
    description: "Answer this message:\n\n{message}",
    expected_output: "The answer to the message.",
    agent,
    context: [],
  },
});

/** Whether CrewAI asks for a name in braces. */
export const isInputName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);

/** CrewAI asks for names in braces. Those that are no variables in Muster stay as they are. */
function listPlainNames({ agents, tasks, variables }: TransferFile): Record<string, string> {
  const texts = [
    ...agents.flatMap(({ role, goal, backstory }) => [role, goal, backstory]),
    ...tasks.flatMap(({ description, expectedOutput }) => [description, expectedOutput]),
  ];
  const plain = findPromptNames(...texts).filter(
    (name) => isInputName(name) && name !== "__proto__" && !variables.some((variable) => variable.name === name),
  );
  return Object.fromEntries(plain.map((name) => [name, `{${name}}`]));
}

const indent = (text: string, by: string): string =>
  text
    .split("\n")
    .map((line) => `${by}${line}`)
    .join("\n");

function writeTasks(tasks: readonly WrittenTask[]): string {
  const all = tasks.map(({ comment, fields }) =>
    [comment && toComment("//", comment), toJson(fields, 2)].filter(Boolean).join("\n"),
  );
  return `[\n${all.map((one) => indent(one, "    ")).join(",\n")}\n  ]`;
}

/** The file of the crew. */
export function writeCrew(file: TransferFile, names: CrewNames): string {
  const { app } = file;
  const ordered = listTasks(file);
  const tasks =
    app.type === "chat"
      ? [writeAnswer(app.agent ? names.agents.get(app.agent) : undefined)]
      : ordered.map((one, i) => writeTask(one, ordered[i + 1], names));
  const isLed = app.type === "process" && app.process === "hierarchical";
  const manager = isLed ? findCrewModel(file, app.manager) : undefined;
  const inputs = listPlainNames(file);
  const entries = [
    ["name", toJson(app.name)],
    ["agents", toJson(listAgents(file).map((one) => names.agents.get(one.ref ?? one.name)))],
    ["tasks", writeTasks(tasks)],
    ["process", isLed ? '"hierarchical"' : '"sequential"'],
    ...(manager ? [["manager_llm", toJson(manager)]] : []),
    ...(Object.keys(inputs).length > 0 ? [["inputs", indent(toJson(inputs, 2), "  ").trim()]] : []),
  ];
  const notes = [
    `Exported from Muster: ${app.name}`,
    app.description,
    "REPORT.md says what came over and what didn't.",
  ];
  const head = notes.filter(Boolean).map((text) => toComment("//", text));
  return `${head.join("\n")}\n{\n${entries.map(([name, text]) => `  "${name}": ${text}`).join(",\n")}\n}\n`;
}
