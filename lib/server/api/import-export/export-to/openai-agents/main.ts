import { maxIterationsDefault } from "@/lib/constants/limits";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { toPartFlow } from "../../../../resources/apps/part";
import { getLocalName } from "../../file/file-parts";
import { toComment, toLiteral, toText } from "../shared/literals";
import { toOutputName } from "../shared/names";
import { listTasks, type OrderedTask } from "../shared/process";
import { hasForm } from "../shared/settings";
import { findTools, toTextLines } from "./agents";
import { writeCondition, writeDecision } from "./decisions";
import type { SketchNames } from "./names";

type Process = Extract<TransferFile["app"], { type: "process" }>;
type Chat = Extract<TransferFile["app"], { type: "chat" }>;

/** The agent with what it has for the task alone. */
function writeTaskAgent({ task }: OrderedTask, agent: string, file: TransferFile, names: SketchNames): string {
  const { tools, servers } = findTools(task.tools, file.tools, names);
  const more = [
    ...(tools.length > 0 ? [`tools: [...${agent}.tools, ${tools.join(", ")}],`] : []),
    ...(servers.length > 0 ? [`mcpServers: [...${agent}.mcpServers, ${servers.join(", ")}],`] : []),
  ];
  return more.length === 0 ? agent : `${agent}.clone({\n${more.map((line) => `        ${line}`).join("\n")}\n      })`;
}

/** The form of a task; an approval is a field of its own. */
function listFields({ task }: OrderedTask) {
  const fields = task.formFields.map(({ name, label }) => ({ name, label }));
  return fields.length > 0 ? fields : [{ name: "comment", label: `Comment on “${task.name}”` }];
}

interface Place {
  previous: OrderedTask | undefined;
  /** The property that says when it runs, unless it always does. */
  when: string[];
}

function writeTask(ordered: OrderedTask, { previous, when }: Place, file: TransferFile, names: SketchNames) {
  const { task, name, context } = ordered;
  const app = file.app as Process;
  const isLed = app.process === "hierarchical";
  const agent = `agents.${isLed ? "manager" : names.agents.get(task.agent ?? "")}`;
  const turns = file.agents.find((one) => getLocalName(one) === task.agent)?.maxIterations ?? maxIterationsDefault;
  const outputs = context.map((one) => `{ name: ${toText(one)}, output: ${names.tasks.get(one)} }`);
  const lines = [
    `name: ${toText(task.name)},`,
    `agent: ${writeTaskAgent(ordered, agent, file, names)},`,
    `maxTurns: ${turns},`,
    `description: ${toTextLines(task.description, "      ")},`,
    `expectedOutput: ${toTextLines(task.expectedOutput, "      ")},`,
    ...(task.structuredOutput
      ? [
          `outputType: output(${toText(names.tasks.get(name) ?? "output")}, ${toLiteral(task.structuredOutput, "      ")}),`,
        ]
      : []),
    ...(hasForm(task) ? [`form: ${toLiteral(listFields(ordered), "      ")},`] : []),
    ...(outputs.length > 0 ? [`context: [${outputs.join(", ")}],`] : []),
    ...when,
    ...(isLed && previous ? [`after: ${names.tasks.get(previous.name)},`] : []),
    ...(task.storeTaskOutput ? [`file: ${toText(toOutputName(task.taskOutputFileName ?? `${name}.md`))},`] : []),
    ...(task.outputVariable ? [`variable: ${toText(task.outputVariable)},`] : []),
  ];
  return `    const ${names.tasks.get(name)} = perform({\n${lines.map((line) => `      ${line}`).join("\n")}\n    });`;
}

/** Tasks start immediately and wait for the outputs they need. */
function writeProcess(file: TransferFile, names: SketchNames): string {
  const tasks = listTasks(file);
  const { steps } = toPartFlow(file.app as Process);
  const written = steps.flatMap((step) => {
    const when = writeCondition(step, steps, names);
    if (step.kind === "branch") return step.by === "person" ? [writeDecision(step, when, names)] : [];
    const at = tasks.findIndex(({ name }) => name === step.taskId);
    const task = tasks[at];
    return task ? [writeTask(task, { previous: tasks[at - 1], when }, file, names)] : [];
  });
  const all = [...tasks.map(({ name }) => names.tasks.get(name)), ...names.decisions.values()];
  return `${written.join("\n")}\n    await Promise.all([${all.join(", ")}]);`;
}

function writeChat(app: Chat, { agents }: TransferFile, names: SketchNames): string {
  const agent = names.agents.get(app.agent ?? "");
  if (!agent) return '    throw new Error("The chat has no agent.");';
  const turns = agents.find((one) => getLocalName(one) === app.agent)?.maxIterations ?? maxIterationsDefault;
  return `    console.log(${toLiteral(app.conversationStarters, "    ")}.join("\\n"));
    let history: AgentInputItem[] = [];
    for (let messages = 0; messages < ${app.maxMessages}; messages += 2) {
      const message = await ask(">");
      if (message === undefined) break;
      const result = await runAgent(agents.${agent}, [...history, user(message)], ${turns});
      history = result.history;
      console.log(result.finalOutput);
    }`;
}

const setUp = `// Traces stay here. Remove this line to send them to OpenAI.
setTracingDisabled(true);
// Other servers support this OpenAI API.
if (process.env.OPENAI_BASE_URL) setOpenAIAPI("chat_completions");`;

const chatImports = `import { type AgentInputItem, setOpenAIAPI, setTracingDisabled, user } from "@openai/agents";
import * as agents from "./agents.ts";
import { servers } from "./mcp.ts";
import { ask, closeTerminal, runAgent } from "./muster.ts";`;

const processImports = `import { setOpenAIAPI, setTracingDisabled } from "@openai/agents";
import * as agents from "./agents.ts";
import * as mcp from "./mcp.ts";
import { closeTerminal, decide, output, perform } from "./muster.ts";
import * as tools from "./tools.ts";

const { servers } = mcp;`;

/** The program. */
export function writeMain(file: TransferFile, names: SketchNames): string {
  const { app } = file;
  const isChat = app.type === "chat";
  const about = [app.name, app.description].filter(Boolean).map((text) => toComment("//", text));
  return `${isChat ? chatImports : processImports}

${setUp}

${about.join("\n")}
async function main(): Promise<void> {
  try {
    for (const server of servers) await server.connect();
${isChat ? writeChat(app, file, names) : writeProcess(file, names)}
  } finally {
    for (const server of servers) await server.close();
    closeTerminal();
  }
}

await main();
`;
}
