import type { Draft } from "../shared/draft.ts";
import { BranchWriter } from "./branch-writer.ts";
import { type FlowEdge, push } from "./flow.ts";
import { type InputField, withInput } from "./inputs.ts";
import { noItemWay, withoutItem } from "./iterations.ts";
import type { Place } from "./places.ts";
import type { DecisionStep, IterationStep, Refer, Step, Work } from "./step.ts";

interface WrittenFlow {
  steps: readonly Step[];
  edges: readonly FlowEdge[];
  /** The first task gets the user's message. */
  asksMessage: boolean;
  /** The fields of a form, which the tasks that nothing precedes get. */
  form: readonly InputField[];
}

/** Writes the tasks of a flow, in its order. */
export class FlowWriter {
  readonly #draft: Draft;
  readonly #steps: Map<string, Step>;
  /** Sources by target. */
  readonly #before = new Map<string, FlowEdge[]>();
  /** Tasks by their nodes. */
  readonly #tasks = new Map<string, string>();
  readonly #asksMessage: boolean;
  readonly #form: readonly InputField[];
  readonly #branches: BranchWriter;

  constructor(draft: Draft, { steps, edges, asksMessage, form }: WrittenFlow) {
    this.#draft = draft;
    this.#branches = new BranchWriter(draft);
    this.#asksMessage = asksMessage && !draft.chat;
    this.#form = form;
    this.#steps = new Map(steps.map((step) => [step.id, step]));
    for (const edge of edges) push(this.#before, edge.to, edge);
  }

  /** The nearest tasks that lead to a node. */
  #findContext(id: string): string[] {
    const seen = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const { from, way } of this.#before.get(at) ?? []) {
        if (seen.has(from) || from === id || way === noItemWay) continue;
        seen.add(from);
        if (!this.#tasks.has(from)) open.push(from);
      }
    return [...seen].flatMap((from) => this.#tasks.get(from) ?? []);
  }

  /** The task of a node; of an iteration, the one whose outputs are those of the iteration. */
  readonly #findTask = (id: string): string | undefined =>
    this.#tasks.get(id) ?? this.#tasks.get(this.#steps.get(id)?.iteration?.output ?? "");

  /** Writes the texts of a node, with the tasks whose outputs it gets. */
  #write<T>(id: string, write: (refer: Refer) => T) {
    const context = new Set(this.#findContext(id));
    const lost: string[] = [];
    const texts = write((other) => {
      const task = this.#findTask(other);
      const step = this.#steps.get(other);
      if (task) context.add(task);
      if (!task && step) lost.push(step.label);
      return task ? `the output of “${task}”` : step ? `the output of “${step.label}”` : undefined;
    });
    const order = [...this.#tasks.values()];
    return { texts, context: order.filter((task) => context.has(task)), lost };
  }

  agent(step: Step & { work: Work }): string {
    const { label, work } = step;
    const { instructions, message } = this.#write(step.id, work.write).texts;
    const { model, tools = [], maxIterations } = work;
    return this.#draft.agent({
      name: label,
      role: work.role || label,
      goal: `Do the work of “${label}”.`,
      backstory: step.parent ? withoutItem(instructions || message) : instructions || message,
      model,
      tools,
      ...(maxIterations && { maxIterations }),
    });
  }

  /** What a task gets of what the user enters. */
  #listInputs({ asksMessage }: Work, isFirst: boolean): readonly InputField[] {
    if (isFirst && this.#form.length > 0) return this.#form;
    const asks = this.#asksMessage && (this.#tasks.size === 0 || asksMessage);
    return asks ? [{ label: "The input", name: this.#draft.inputVariable() }] : [];
  }

  task(step: Step & { work: Work }, place: Place): void {
    const { label, work, part } = step;
    const agent = this.agent(step);
    const { texts, context, lost } = this.#write(step.id, work.write);
    const { message, instructions } = texts;
    const asked = message || (instructions ? "Follow your instructions for the input of this task." : label);
    const task = this.#draft.task({
      name: label,
      description: withInput(asked, instructions, this.#listInputs(work, context.length === 0)),
      expectedOutput: work.output
        ? "The result in the given structure."
        : "The result, as your instructions ask for it.",
      agent,
      context,
      more: work.output ? { structuredOutput: work.output } : {},
    });
    this.#tasks.set(step.id, task);
    this.#branches.place(task, place);
    const differences = [
      work.note ?? "",
      lost.length > 0
        ? `It uses the output of ${[...new Set(lost)].map((name) => `“${name}”`).join(", ")}, which wasn't imported.`
        : "",
    ].filter(Boolean);
    if (differences.length > 0) part.approximated(differences.join(" "));
    else part.taken(`The task “${task}” and the agent “${agent}”.`);
    part.noteLength(message, instructions);
  }

  branch({ id, label, part, decision }: DecisionStep, place: Place): void {
    const { classifies, asks, otherwise, note } = decision;
    const write = classifies?.write ?? asks?.write;
    const written = write && this.#write(id, write);
    const name = this.#branches.add(id, label, decision, place, {
      findTask: (node) => this.#findTask(node),
      after: written?.context ?? [],
      instructions: written?.texts ?? "",
    });
    const how = asks ? ", in which a person decides" : "";
    if (otherwise === undefined) part.approximated(`The branch “${name}”. If no case fits, none of its tasks runs.`);
    else if (note) part.approximated(`The branch “${name}”${how}. ${note}`);
    else part.taken(`The branch “${name}”${how}.`);
  }

  iterate(step: IterationStep, place: Place): void {
    const { list } = step.iteration;
    const source = list && "node" in list ? this.#steps.get(list.node) : undefined;
    this.#branches.iterate(step, place, source && { ...source, task: this.#findTask(source.id) });
  }
}
