/** The module of every sketch: it is the same for all apps, so nothing of an app's texts is in it. */
export const helpersText = `import { mkdir, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Agent, type AgentInputItem, type JsonSchemaDefinition, run } from "@openai/agents";
import { variables } from "./variables.ts";

const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
const request = fetch;

/** Asks in the terminal. Undefined: there is no more input. */
export async function ask(question: string): Promise<string | undefined> {
  process.stdout.write(\`\${question} \`);
  const { value, done } = await lines.next();
  return done ? undefined : value;
}

/** Lets the program end. */
export const closeTerminal = (): void => terminal.close();

/** Replaces names in braces with the values in variables.ts. */
export const fill = (text: string): string =>
  text.replace(/\\{([^\\s{}]{1,100})\\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? variables[name] || whole : whole,
  );

/** The arguments of a tool, as a JSON Schema. */
export const parameters = (schema: Record<string, unknown>) => ({
  ...schema,
  type: "object" as const,
  properties: (schema.properties ?? {}) as Record<string, Record<string, unknown>>,
  required: (schema.required ?? []) as string[],
  additionalProperties: true as const,
});

/** A structured output, as a JSON Schema. */
export const output = (name: string, schema: Record<string, unknown>): JsonSchemaDefinition => ({
  type: "json_schema",
  name,
  strict: false,
  schema: parameters(schema),
});

/** Calls the function that a file in the folder "tools" exports. It is not isolated from this program. */
export async function callFunction(file: string, args: unknown, env: Record<string, string>): Promise<unknown> {
  const { default: main } = await import(file);
  return main(args, { env, fetch, log: console.error });
}

/** Reads a web page. */
export async function readPage(args: unknown): Promise<string> {
  const { url } = args as { url: string };
  const response = await request(url);
  return (await response.text()).slice(0, 100_000);
}

/** Runs an agent. Calls of tools that need approval are approved in the terminal. */
export async function runAgent(agent: Agent<any, any>, input: string | AgentInputItem[], maxTurns: number) {
  let result = await run(agent, input, { maxTurns });
  while (result.interruptions.length > 0) {
    for (const call of result.interruptions) {
      const answer = await ask(\`Allow \${call.name} with \${call.arguments}? [y/N]\`);
      if (answer?.trim().toLowerCase() === "y") result.state.approve(call);
      else result.state.reject(call);
    }
    result = await run(agent, result.state, { maxTurns });
  }
  return result;
}

/** A step runs only if one of these cases is chosen. */
interface Condition {
  decision: Promise<string | undefined>;
  cases: string[];
}

const isMet = async (when: Condition | undefined): Promise<boolean> =>
  !when || when.cases.includes((await when.decision) ?? "");

interface Decision {
  question: string;
  cases: string[];
  /** The case for any other answer. */
  otherwise: string;
  /** Tasks for which it waits. */
  after?: Promise<unknown>[];
  when?: Condition;
}

/** Asks for a case in the terminal. Undefined: the decision isn't needed. */
export async function decide({ question, cases, otherwise, after = [], when }: Decision): Promise<string | undefined> {
  if (!(await isMet(when))) return undefined;
  await Promise.all(after);
  const all = [...cases, otherwise];
  const given = (await ask(\`\${fill(question)} [\${all.join(" / ")}]\`))?.trim() ?? "";
  const alike = all.find((one) => one.toLowerCase() === given.toLowerCase());
  return all.includes(given) ? given : (alike ?? otherwise);
}

interface Task {
  name: string;
  agent: Agent<any, any>;
  maxTurns: number;
  description: string;
  expectedOutput: string;
  outputType?: JsonSchemaDefinition;
  /** Asked before the task begins. */
  form?: { name: string; label: string }[];
  /** Outputs of earlier tasks, for which it waits. Those that didn't run have none. */
  context?: { name: string; output: Promise<string | undefined> }[];
  /** A task for which it waits too. */
  after?: Promise<unknown>;
  when?: Condition;
  /** The file in the folder "output" for its output. */
  file?: string;
  /** The variable for its output. */
  variable?: string;
}

/** Performs a task, and returns its output. Undefined: it doesn't run. */
export async function perform(task: Task): Promise<string | undefined> {
  await task.after;
  if (!(await isMet(task.when))) return undefined;
  const input = [\`Task: \${fill(task.description)}\`, \`Expected output: \${fill(task.expectedOutput)}\`];
  for (const { name, output } of task.context ?? []) {
    const text = await output;
    if (text !== undefined) input.push(\`Output of \${name}:\\n\${text}\`);
  }
  for (const { name, label } of task.form ?? []) input.push(\`\${name}: \${(await ask(\`\${label}:\`)) ?? ""}\`);
  const agent = task.outputType ? task.agent.clone({ outputType: task.outputType }) : task.agent;
  const { finalOutput } = await runAgent(agent, input.join("\\n\\n"), task.maxTurns);
  const result = typeof finalOutput === "string" ? finalOutput : JSON.stringify(finalOutput);
  if (task.variable) variables[task.variable] = result;
  if (task.file) {
    await mkdir("output", { recursive: true });
    await writeFile(\`output/\${task.file}\`, result);
  }
  console.log(\`\\n# \${task.name}\\n\\n\${result}\`);
  return result;
}
`;
