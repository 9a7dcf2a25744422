import { maxProcessTasks, nameMax } from "../../../../../constants/limits.ts";
import type { BranchPart } from "../../../../../contract/transfers/branches.ts";
import { pluralize } from "../../../../../utils/text/pluralize.ts";
import { findBuiltin } from "./builtins.ts";
import type { AgentDraft, TaskDraft } from "./draft-parts.ts";
import { type ForeignImport, ForeignProblem, type ForeignSystem } from "./foreign.ts";
import { toDisabledCode } from "./function-code.ts";
import { splitModel, toProvider } from "./models.ts";
import { Part } from "./part.ts";
import { clipDescription, clipLine, clipPrompt, toVariableName } from "./texts.ts";

/** Of an app. */
export const maxVariables = 100;
/** Entries of a report. */
const maxReported = 10_000;
/** Of a file. */
const maxParts = 200;
const maxContext = 50;

/** Collects an app's file and the report of what became of each part of the source. */
export class Draft {
  readonly #parts: Part[] = [];
  readonly #names = new Set<string>();
  readonly agents: Record<string, unknown>[] = [];
  readonly tasks: Record<string, unknown>[] = [];
  readonly branches: BranchPart[] = [];
  readonly #tools = new Map<string, Record<string, unknown>>();
  readonly #models = new Map<string, Record<string, unknown>>();
  readonly #datasources: Record<string, unknown>[] = [];
  readonly #variables = new Map<string, Record<string, unknown>>();

  /** Whether the app is a chat, in which the user's message is no variable. */
  chat = false;
  /** Names that no variable gets, because they mean something else in the app. */
  reserved: readonly string[] = [];
  readonly system: ForeignSystem;
  readonly version: string;

  constructor(system: ForeignSystem, version: string) {
    this.system = system;
    this.version = clipLine(version, 40);
  }

  /** Adds one part of the source to the report. */
  part(part: string, type: string): Part {
    if (this.#parts.length >= maxReported)
      throw new ForeignProblem(
        `It has more than ${maxReported.toLocaleString("en")} parts. Split it into several files.`,
      );
    const one = new Part(part, type);
    this.#parts.push(one);
    return one;
  }

  #name(kind: string, wanted: string, otherwise: string): string {
    const base = clipLine(wanted, nameMax - 5) || otherwise;
    for (let i = 1; ; i += 1) {
      const name = i === 1 ? base : `${base} ${i}`;
      if (this.#names.has(`${kind}:${name}`)) continue;
      this.#names.add(`${kind}:${name}`);
      return name;
    }
  }

  agent({ name, role, goal, backstory, tools = [], model, ...more }: AgentDraft): string {
    const own = this.#name("agent", name, "Agent");
    this.agents.push({
      name: own,
      role: clipPrompt(role) || own,
      goal: clipPrompt(goal) || "Do the task.",
      backstory: clipPrompt(backstory) || "None.",
      model: model ?? null,
      tools: [...new Set(tools)].slice(0, 100),
      ...more,
    });
    return own;
  }

  task({ name, description, expectedOutput, agent, tools = [], context = [], more = {} }: TaskDraft): string {
    const own = this.#name("task", name, "Task");
    this.tasks.push({
      name: own,
      description: clipPrompt(description) || own,
      expectedOutput: clipPrompt(expectedOutput) || "The result of the task.",
      agent: agent ?? null,
      tools: [...new Set(tools)].slice(0, 100),
      context: [...new Set(context)].slice(-maxContext),
      ...more,
    });
    return own;
  }

  /** A model that the team must have. Returns its name in the file. */
  model(provider: string, model: string): string | undefined {
    const own = splitModel(model);
    const name = clipLine(model, nameMax - 5);
    if (!name) return undefined;
    const id = toProvider(provider || own.provider, own.model);
    const key = `${id}/${name}`;
    const known = this.#models.get(key);
    if (known) return String(known.name);
    const unique = this.#name("model", name, "Model");
    this.#models.set(key, { name: unique, provider: id, model: clipLine(provider ? model : own.model, 200) });
    return unique;
  }

  /** A built-in tool that does the same, once per app. */
  builtin(foreign: string): { name: string; exact: boolean } | undefined {
    const found = findBuiltin(foreign);
    if (!found) return undefined;
    const key = `builtin:${found.builtin}`;
    const known = this.#tools.get(key);
    const name = known ? String(known.name) : this.#name("tool", found.name, "Tool");
    if (!known) this.#tools.set(key, { name, type: "builtin", definition: { builtin: found.builtin } });
    return { name, exact: found.exact };
  }

  /** A function tool that is switched off: its code stays in comments until a person has read it. */
  disabledFunction(one: {
    name: string;
    description: string;
    language: "javascript" | "python";
    code: string;
  }): string {
    const name = this.#name("tool", one.name, "Function");
    const definition = { language: one.language, code: toDisabledCode(one.language, one.code) };
    const description = clipDescription(one.description);
    this.#tools.set(`function:${name}`, { name, type: "function", description, definition });
    return name;
  }

  /** A tool that searches a data source, which the team must have. */
  search(wanted: string, description: string): string {
    const datasource = this.#name("datasource", wanted, "Documents");
    this.#datasources.push({ name: datasource });
    const name = this.#name("tool", wanted, "Documents");
    this.#tools.set(`rag:${name}`, {
      name,
      type: "rag",
      description: clipDescription(description) || `Searches ${name}.`,
      definition: { datasource },
    });
    return name;
  }

  /** A variable that prompts name in braces, and that the app asks for. Returns its name. */
  variable(name: string, description = "", secret = false): string {
    const own = toVariableName(name, this.reserved);
    if (!this.#variables.has(own) && this.#variables.size < maxVariables)
      this.#variables.set(own, { name: own, description: clipLine(description, 500), ...(secret && { secret }) });
    return own;
  }

  /** Branches can't read secret variables. */
  isSecret(name: string): boolean {
    return this.#variables.get(name)?.secret === true;
  }

  /** The variable with what the user of a process enters. Returns its name. */
  inputVariable(): string {
    return this.variable("message", "The input of the process");
  }

  /** What a prompt calls the user's message. */
  message(): string {
    return this.chat ? "the user's message" : `{${this.inputVariable()}}`;
  }

  /** The app's file and the report. */
  finish(app: Record<string, unknown> & { name: string }): ForeignImport {
    if (this.tasks.length > maxProcessTasks)
      throw new ForeignProblem(
        `It would have ${pluralize(this.tasks.length, "task")}. A process can have up to ${maxProcessTasks}. Split it.`,
      );
    if (this.agents.length > maxParts || this.#tools.size > maxParts)
      throw new ForeignProblem(`It would have more than ${maxParts} agents or tools. Split it into several apps.`);
    const { name, description, ...own } = app;
    const asked = [...this.#variables.values()].filter(({ secret }) => !secret).map((one) => one.name);
    return {
      file: {
        muster: 1,
        kind: "app",
        app: {
          name: clipLine(name, nameMax) || "Imported app",
          description: clipDescription(String(description ?? "")),
          ...own,
          variables: asked,
        },
        agents: this.agents,
        tasks: this.tasks,
        tools: [...this.#tools.values()],
        models: [...this.#models.values()],
        datasources: this.#datasources,
        variables: [...this.#variables.values()],
      },
      source: { system: this.system, version: this.version || null, parts: this.#parts.length },
      report: this.#parts.map(({ entry }) => entry),
    };
  }
}
