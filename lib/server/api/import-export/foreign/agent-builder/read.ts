import { type Expression, entriesOf, findEntry, itemsOf, nameOf, textOf } from "../code/expression.ts";
import { type Program, readProgram } from "../code/read-program.ts";
import { findSchema } from "../code/schemas.ts";
import { buildFlow } from "../flow/build-flow.ts";
import { hasField as hasFieldOf } from "../flow/decision.ts";
import type { Step } from "../flow/step.ts";
import { Draft } from "../shared/draft.ts";
import type { ForeignImport, ParsedFile } from "../shared/foreign.ts";
import { asRecord } from "../shared/values.ts";
import type { Condition } from "./conditions.ts";
import { findTemplate } from "./instructions.ts";
import { readWorkflow } from "./steps.ts";
import { WorkflowBuilder } from "./workflow-builder.ts";

type Entries = [string, Expression][];

export const recognizesAgentBuilder = ({ value }: ParsedFile): boolean =>
  typeof value === "string" &&
  (value.includes("agent-builder") || value.includes("@openai/agents") || value.includes("from agents import")) &&
  value.includes("Agent");

interface FoundAgent {
  id: string;
  entries: Entries;
}

class AgentBuilderReader {
  readonly #draft: Draft;
  readonly #program: Program;
  readonly #reported = new Set<string>();

  constructor(draft: Draft, program: Program) {
    this.#draft = draft;
    this.#program = program;
  }

  readonly #value = (one: Expression | undefined): Expression | undefined => {
    if (one?.kind !== "name") return one;
    return this.#program.assigned.find(({ name }) => name === one.name)?.value ?? one;
  };

  #instructions(one: Expression | undefined): string {
    const value = this.#value(one);
    const found = value?.kind === "text" ? value : findTemplate(this.#program, nameOf(one));
    if (found?.kind !== "text") return "";
    for (const name of found.names) {
      const own = this.#draft.variable(name);
      if (this.#reported.has(name)) continue;
      this.#reported.add(name);
      this.#draft.part(name, "state").approximated(`Asked for as the variable ${own}.`);
    }
    return found.value;
  }

  #tool(owner: string, one: Expression): string[] {
    const value = this.#value(one);
    const callee = nameOf(value).split(".").at(-1) ?? "";
    const entries = entriesOf(value);
    const own = this.#program.defined.find(({ name }) => name === nameOf(one));
    const label = textOf(findEntry(entries, "serverLabel", "server_label", "name")) || nameOf(one) || callee || "tool";
    const part = this.#draft.part(`${owner}: ${label}`, "tool");
    const isMcp = /mcp/i.test(callee) || textOf(findEntry(entries, "type")) === "mcp";
    const assigned = this.#program.assigned.find(({ name }) => name === nameOf(one));
    const code = own?.code ?? (callee === "tool" ? assigned?.code : undefined);
    const approval = textOf(findEntry(entries, "requireApproval", "require_approval")) === "always";
    if (isMcp) {
      const said = URL.parse(textOf(findEntry(entries, "serverUrl", "server_url")));
      const url = said && `${said.origin}${said.pathname}`;
      part.needs(
        `Add an MCP tool for ${url || "its server"}${approval ? ", turn on Require approval in it," : ""} and add it to “${owner}”. Nothing was called.`,
      );
    } else if (/fileSearch|FileSearch/.test(callee)) {
      part.documents();
      return [this.#draft.search(`Documents of ${owner}`, "")];
    } else if (code) {
      const name = this.#draft.disabledFunction({
        name: label,
        description: textOf(findEntry(entries, "description")),
        language: this.#program.language,
        code,
      });
      part.switchedOff(name, `“${owner}”`);
    } else part.needs("Add a tool that does the same to the agent.");
    return [];
  }

  #settings(owner: string, entries: Entries): void {
    const used = ["name", "instructions", "model", "tools", "outputType", "output_type"];
    for (const [name, value] of entries) {
      if (used.includes(name)) continue;
      const inner = entriesOf(value);
      const names = inner.length > 0 ? inner.map(([one]) => one) : [name];
      for (const one of names) {
        const note =
          name === "handoffs"
            ? "Agents don't hand over to each other. Turn on delegation in a process with a manager."
            : "Muster keeps this with the model. Set it there.";
        this.#draft.part(`${owner}: ${one}`, "setting").left(note);
      }
    }
  }

  step({ id, entries }: FoundAgent): Step {
    const label = textOf(this.#value(findEntry(entries, "name"))) || id;
    const step: Step = { id, label, part: this.#draft.part(label, "agent") };
    const model = textOf(this.#value(findEntry(entries, "model")));
    const output = findEntry(entries, "outputType", "output_type");
    const instructions = this.#instructions(findEntry(entries, "instructions"));
    if (model) this.#draft.part(`${label}: model ${model}`, "model").model(model, this.#draft.model("", model));
    step.work = {
      role: label,
      model: this.#draft.model("", model),
      tools: itemsOf(findEntry(entries, "tools")).flatMap((one) => this.#tool(label, one)),
      output: output && findSchema(this.#program, nameOf(output)),
      write: () => ({ instructions, message: "" }),
    };
    this.#settings(label, entries);
    return step;
  }

  /** The text or the name that an expression stands for. */
  readonly resolve = (one: Expression | undefined): string => {
    const value = this.#value(one);
    return value?.kind === "text" ? value.value : nameOf(one);
  };
}

/** Reads the exported program of a workflow, without running it. Of several files, the first is read. */
export function readAgentBuilder(files: readonly ParsedFile[]): ForeignImport {
  const [first, ...others] = files.filter(recognizesAgentBuilder);
  const text = String(first?.value ?? "");
  const program = readProgram(text);
  const draft = new Draft("agent-builder", program.language === "python" ? "Python" : "TypeScript");
  for (const { path } of others) draft.part(path, "file").left("Import it on its own: a workflow becomes one app.");
  const reader = new AgentBuilderReader(draft, program);
  const agents = program.assigned.filter(
    ({ value }) => value.kind === "call" && /(?:^|\.)Agent(?:<|$)/.test(value.callee),
  );
  const found = agents.map(({ name, value }) => reader.step({ id: name, entries: entriesOf(value) }));
  draft.chat = found.length === 1;
  const builder = new WorkflowBuilder(draft, found);
  const hasField = ({ agent, field, isFlag }: Condition) => {
    const step = found.find(({ id }) => id === agent);
    const type = isFlag ? findType(step?.work?.output, field) : "boolean";
    return step !== undefined && hasFieldOf(step, field) && type === "boolean";
  };
  readWorkflow({ program, builder, resolve: reader.resolve, hasField });
  return buildFlow(draft, {
    name: findTitle(program) || "Imported workflow",
    description: "",
    steps: builder.steps,
    edges: builder.edges,
    entries: ["start"],
    asksMessage: true,
  });
}

/** The type of a field in a JSON Schema. */
const findType = (schema: unknown, field: string): unknown =>
  asRecord(field.split(".").reduce<unknown>((at, key) => asRecord(asRecord(at).properties)[key], schema)).type;

/** The name that the workflow's trace has. */
function findTitle({ text }: Program): string {
  for (const mark of ['withTrace("', 'trace("']) {
    const at = text.indexOf(mark);
    if (at >= 0) return text.slice(at + mark.length, at + mark.length + 200).split('"', 1)[0] ?? "";
  }
  return "";
}
