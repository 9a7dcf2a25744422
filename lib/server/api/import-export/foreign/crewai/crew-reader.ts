import type { Draft } from "../shared/draft.ts";
import type { ForeignImport } from "../shared/foreign.ts";
import { asText, isBlank, type Json, toSteps } from "../shared/values.ts";
import type { Crew, CrewAgent, CrewTask, CrewTool } from "./crew.ts";
import { needsPerson, settingNotes } from "./settings.ts";

/** CrewAI runs tasks one after another, whatever outputs they use. */
const inOrder = (tasks: number) =>
  tasks > 1 ? { after: Array.from({ length: tasks }, (_, i) => (i === 0 ? [] : [i])) } : {};

/** Writes the agents and tasks of a crew. */
export class CrewReader {
  readonly #draft: Draft;
  readonly #crew: Crew;
  readonly #agents = new Map<string, string>();
  readonly #functions = new Map<string, string>();

  constructor(draft: Draft, crew: Crew) {
    this.#draft = draft;
    this.#crew = crew;
  }

  /** Variables that a text names in braces. */
  #names(...texts: string[]): void {
    for (const text of texts)
      for (const [, name = ""] of text.matchAll(/\{([A-Za-z_][\w-]{0,80})\}/g)) this.#inputs.add(name);
  }
  readonly #inputs = new Set<string>();

  #settings(owner: string, fields: Json, used: readonly string[]): void {
    for (const [name, value] of Object.entries(fields)) {
      if (used.includes(name) || isBlank(value)) continue;
      const part = this.#draft.part(`${owner}: ${name}`, "setting");
      const note = Object.hasOwn(settingNotes, name) ? (settingNotes[name] ?? "") : "Muster has no such setting.";
      if (needsPerson.has(name)) part.needs(note);
      else if (name === "output_file") part.taken(note);
      else part.left(note);
    }
  }

  #tools(owner: string, tools: readonly CrewTool[]): string[] {
    return tools.flatMap(({ name, custom }) => {
      const part = this.#draft.part(`${owner}: ${name}`, "tool");
      const own = this.#functions.get(name);
      const builtin = this.#draft.builtin(name);
      if (own) part.needs(`Read the tool “${own}”, adapt it, and add it to “${owner}”.`);
      else if (builtin) part.builtin(builtin);
      else
        part.needs(
          custom
            ? "It's code of your project, which isn't run. Add a tool that does the same."
            : "Add a tool that does the same.",
        );
      return builtin && !own ? [builtin.name] : [];
    });
  }

  #model(owner: string, fields: Json): string | undefined {
    const said = fields.llm ?? fields.model;
    const id = typeof said === "object" && said !== null ? asText((said as Json).model) : asText(said);
    if (!id) return undefined;
    const name = this.#draft.model("", id);
    this.#draft.part(`${owner}: model ${id}`, "model").model(id, name);
    return name;
  }

  functions(): void {
    for (const { name, description, code } of this.#crew.functions) {
      const own = this.#draft.disabledFunction({ name, description, language: "python", code });
      this.#functions.set(name, own);
      const part = this.#draft.part(name, "function");
      part.needs(`Its code is in the tool “${own}”, which is switched off. Read it and adapt it.`);
      part.checked();
    }
  }

  agent({ id, fields, tools, used }: CrewAgent): void {
    const part = this.#draft.part(id, "agent");
    if (!used) {
      part.left("The crew doesn't use it.");
      return;
    }
    const [role, goal, backstory] = [asText(fields.role), asText(fields.goal), asText(fields.backstory)];
    this.#names(role, goal, backstory);
    const name = this.#draft.agent({
      name: id,
      role,
      goal,
      backstory,
      model: this.#model(id, fields),
      tools: this.#tools(id, tools),
      allowDelegation: fields.allow_delegation === true,
      ...toSteps(fields.max_iter),
    });
    this.#agents.set(id, name);
    part.taken(`The agent “${name}”.`);
    part.noteLength(role, goal, backstory);
    this.#settings(id, fields, [
      "role",
      "goal",
      "backstory",
      "llm",
      "model",
      "max_iter",
      "allow_delegation",
      "tools",
      "name",
    ]);
  }

  task(task: CrewTask, done: ReadonlyMap<string, string>, sequential: boolean): string | undefined {
    const { id, fields, tools, context, output, used } = task;
    const part = this.#draft.part(id, "task");
    if (!used) {
      part.left("The crew doesn't use it.");
      return undefined;
    }
    const [description, expectedOutput] = [asText(fields.description), asText(fields.expected_output)];
    this.#names(description, expectedOutput);
    const agent = this.#agents.get(task.agent) ?? (sequential ? [...this.#agents.values()][0] : undefined);
    const previous = [...done.values()].at(-1);
    const before = context ? context.flatMap((one) => done.get(one) ?? []) : previous ? [previous] : [];
    const file = (asText(fields.output_file).split("/").at(-1) ?? "")
      .split(/[\\:*?"<>|]/)
      .join("")
      .trim()
      .slice(0, 200);
    const name = this.#draft.task({
      name: id,
      description,
      expectedOutput,
      agent,
      tools: this.#tools(id, tools),
      context: before,
      more: {
        ...(output && { structuredOutput: output }),
        ...(file && !/^\.+$/.test(file) && { storeTaskOutput: true, taskOutputFileName: file }),
      },
    });
    const lost = (context ?? []).filter((one) => !done.has(one));
    if (lost.length > 0) part.approximated(`It uses the output of ${lost.join(", ")}, which doesn't come before it.`);
    else if (!task.agent && agent) part.approximated(`The files don't name its agent. It got “${agent}”.`);
    else if (task.agent && !this.#agents.has(task.agent))
      part.needs(`The files have no agent “${task.agent}”. Choose the task's agent.`);
    else part.taken(`The task “${name}”.`);
    part.noteLength(description, expectedOutput);
    const known = [
      "description",
      "expected_output",
      "agent",
      "context",
      "tools",
      "name",
      "output_json",
      "output_pydantic",
      "output_schema",
      "response_model",
    ];
    this.#settings(id, fields, known);
    return name;
  }

  inputs(): void {
    const names = new Set([...Object.keys(this.#crew.inputs), ...this.#inputs]);
    for (const name of names) {
      const own = this.#draft.variable(name);
      this.#draft.part(name, "input").approximated(`Asked for as the variable ${own}.`);
    }
  }

  crew(): ForeignImport {
    const { settings, name, tasks, agents } = this.#crew;
    const title = name || "Imported crew";
    const hierarchical = asText(settings.process).toLowerCase().includes("hierarchical");
    const part = this.#draft.part(title, "crew");
    this.functions();
    for (const agent of agents.values()) this.agent(agent);
    const done = new Map<string, string>();
    for (const task of tasks.values()) {
      const own = this.task(task, done, !hierarchical);
      if (own) done.set(task.id, own);
    }
    const manager = hierarchical ? this.#model(title, { llm: settings.manager_llm ?? "Manager model" }) : undefined;
    this.inputs();
    this.#settings(title, settings, ["process", "manager_llm", "name"]);
    const all = [...this.#agents.values()];
    if (done.size === 0) {
      part.needs("The files have no tasks. Add crew.py, tasks.yaml or crew.jsonc to the upload.");
      return this.#draft.finish({ name: title, type: "chat", agent: all[0] ?? null });
    }
    part.taken(hierarchical ? "A process with a manager." : "A process that runs the tasks in order.");
    const lead =
      hierarchical && all.length > 0
        ? { process: "hierarchical", manager, agents: all.slice(0, 50) }
        : inOrder(done.size);
    return this.#draft.finish({ name: title, type: "process", tasks: [...done.values()], ...lead });
  }
}
