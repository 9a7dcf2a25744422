import { type Expression, entriesOf, findEntry, itemsOf, nameOf } from "../code/expression.ts";
import { childrenOf, readExpression } from "../code/read-expression.ts";
import { type Defined, type Program, readDecorated, readProgram, sourceOf } from "../code/read-program.ts";
import { findSchema } from "../code/schemas.ts";
import type { Json } from "../shared/values.ts";
import type { Crew, CrewTool } from "./crew.ts";

type Entries = [string, Expression][];

/** `self.writer()` and `writer` both name the writer. */
const idOf = (one: Expression): string => nameOf(one).split(".").at(-1) ?? "";

/** What is returned by a method, such as `Agent(…)`. */
function findReturned({ node }: Defined, text: string): Expression | undefined {
  const body = node.getChild("Body");
  const statement = (body ? childrenOf(body) : []).find(({ name }) => name === "ReturnStatement");
  const value = statement?.lastChild;
  return value ? readExpression(value, text) : undefined;
}

/** The methods of all classes. */
const listMethods = ({ defined, text }: Program): Defined[] =>
  defined
    .filter(({ kind }) => kind === "class")
    .flatMap(({ node }) => childrenOf(node.getChild("Body") ?? node))
    .flatMap((node) => (node.name === "DecoratedStatement" ? (readDecorated(node, text) ?? []) : []));

function toPlain(one: Expression): unknown {
  if (one.kind === "text" || one.kind === "number" || one.kind === "boolean") return one.value;
  if (one.kind === "list") return one.items.map(toPlain);
  if (one.kind === "object")
    return Object.fromEntries(
      one.entries.filter(([name]) => name !== "__proto__").map(([name, value]) => [name, toPlain(value)]),
    );
  return nameOf(one) || "code";
}

const special = new Set(["config", "tools", "agent", "context"]);
const plainFields = (entries: Entries): Json =>
  Object.fromEntries(
    entries
      .filter(([name]) => !special.has(name) && name !== "__proto__")
      .map(([name, value]) => [name, toPlain(value)]),
  );

/** Tools by the classes that make them, also where a name stands for one. */
function readTools(program: Program, value: Expression | undefined): CrewTool[] {
  return itemsOf(value).map((one) => {
    const named = program.assigned.find(({ name }) => one.kind === "name" && name === one.name)?.value;
    const name = nameOf(named ?? one) || "tool";
    const isOwn = program.defined.some((defined) => defined.name === name);
    return { name: name.split(".").at(-1) ?? name, custom: isOwn || !/Tool$/.test(name) };
  });
}

/** The settings of `Agent(…)`, with those of its entry in `agents.yaml`. */
function addAgent(crew: Crew, program: Program, id: string, value: Expression): void {
  const entries = entriesOf(value);
  const config = findEntry(entries, "config");
  const key = config?.kind === "name" && config.key ? config.key : id;
  const known = crew.agents.get(key);
  crew.agents.delete(key);
  crew.agents.set(id, {
    id,
    fields: { ...known?.fields, ...plainFields(entries) },
    tools: [...(known?.tools ?? []), ...readTools(program, findEntry(entries, "tools"))],
    used: true,
  });
}

function addTask(crew: Crew, program: Program, id: string, value: Expression): void {
  const entries = entriesOf(value);
  const config = findEntry(entries, "config");
  const key = config?.kind === "name" && config.key ? config.key : id;
  const known = crew.tasks.get(key);
  crew.tasks.delete(key);
  const agent = findEntry(entries, "agent");
  const context = itemsOf(findEntry(entries, "context")).map(idOf).filter(Boolean);
  const output = findEntry(entries, "output_json", "output_pydantic", "response_model");
  crew.tasks.set(id, {
    id,
    fields: { ...known?.fields, ...plainFields(entries) },
    tools: [...(known?.tools ?? []), ...readTools(program, findEntry(entries, "tools"))],
    agent: agent ? idOf(agent) : (known?.agent ?? ""),
    context: context.length > 0 ? context : known?.context,
    output: output && findSchema(program, nameOf(output)),
    used: true,
  });
}

/** Keeps the tasks that `Crew(tasks=[…])` lists, in its order. `self.tasks` means all. */
function keepListed(crew: Crew, value: Expression): void {
  const entries = entriesOf(value);
  const listed = itemsOf(findEntry(entries, "tasks")).map(idOf);
  if (listed.length > 0) {
    for (const id of listed) {
      const task = crew.tasks.get(id);
      if (!task) continue;
      crew.tasks.delete(id);
      crew.tasks.set(id, task);
    }
    for (const task of crew.tasks.values()) task.used &&= listed.includes(task.id);
  }
  const { tasks: _tasks, agents: _agents, ...settings } = plainFields(entries) as Json;
  crew.settings = { ...crew.settings, ...settings };
}

const isCall = (one: Expression | undefined, name: string): one is Expression =>
  one?.kind === "call" && one.callee === name;

function addFunctions(crew: Crew, { defined, text }: Program): void {
  for (const { name, decorators, code, node, kind } of defined) {
    const isTool = decorators.some((one) => one === "tool" || one.startsWith("tool("));
    const isToolClass = kind === "class" && sourceOf(node, text).slice(0, 200).includes("(BaseTool)");
    if (isTool || isToolClass) crew.functions.push({ name, description: "", code });
  }
}

export const isCrewProgram = (text: string): boolean =>
  text.includes("crewai") && (text.includes("Agent(") || text.includes("Task(") || text.includes("@tool"));

/** Adds what a program of a crew declares, by reading it. */
export function addProgram(crew: Crew, text: string): void {
  const program = readProgram(text);
  addFunctions(crew, program);
  const methods = listMethods(program);
  const has = (kind: string) => methods.filter(({ decorators }) => decorators.includes(kind));
  if (has("agent").length > 0) for (const agent of crew.agents.values()) agent.used = false;
  if (has("task").length > 0) for (const task of crew.tasks.values()) task.used = false;
  const calls: [string, Expression | undefined][] = [
    ...program.assigned.map(({ name, value }): [string, Expression] => [name, value]),
    ...methods
      .filter(({ decorators }) => decorators.some((one) => ["agent", "task", "crew"].includes(one)))
      .map((one): [string, Expression | undefined] => [one.name, findReturned(one, text)]),
  ];
  for (const [id, value] of calls) if (isCall(value, "Agent")) addAgent(crew, program, id, value);
  for (const [id, value] of calls) if (isCall(value, "Task")) addTask(crew, program, id, value);
  for (const [, value] of calls) if (isCall(value, "Crew")) keepListed(crew, value);
  const base = program.defined.find(({ decorators }) => decorators.includes("CrewBase"));
  crew.name ||= base?.name ?? "";
}
