import type { Draft } from "../shared/draft.ts";
import type { Part } from "../shared/part.ts";
import { approvalFields } from "./approval-form.ts";
import { BranchWriter } from "./branch-writer.ts";
import type { Decision } from "./decision.ts";
import { type FlowEdge, push } from "./flow.ts";
import { type InnerNode, type Iteration, itemWay, noItemWay, withoutItem } from "./iterations.ts";
import type { Place } from "./places.ts";

/** Names the output of another node in a prompt, or undefined if it has none here. */
export type Refer = (id: string) => string | undefined;

/** What a node that calls a model does. */
export interface Work {
  role: string;
  /** The system prompt and what the model is asked. */
  write: (refer: Refer) => { instructions: string; message: string };
  model?: string | undefined;
  tools?: string[];
  maxIterations?: number;
  /** A JSON Schema of the output. */
  output?: Record<string, unknown> | undefined;
  /** How it differs from the source. */
  note?: string;
}

export interface Step extends InnerNode {
  label: string;
  part: Part;
  work?: Work;
  /** For a branch that Muster can express. */
  decision?: Decision;
  /** A person decides before the next task. The way out of this name is taken if they reject. */
  approval?: { text: string; rejected: string };
}

/** Writes the tasks of a flow, in its order. */
export class FlowWriter {
  readonly #draft: Draft;
  readonly #steps: Map<string, Step>;
  /** Sources by target. */
  readonly #before = new Map<string, FlowEdge[]>();
  /** Tasks by their nodes. */
  readonly #tasks = new Map<string, string>();
  /** Approvals by their nodes, with the tasks that wait for them. */
  readonly #approvals = new Map<string, { step: Step; text: string; tasks: string[] }>();
  readonly #asksMessage: boolean;
  readonly #branches: BranchWriter;

  constructor(
    draft: Draft,
    { steps, edges, asksMessage }: { steps: readonly Step[]; edges: readonly FlowEdge[]; asksMessage: boolean },
  ) {
    this.#draft = draft;
    this.#branches = new BranchWriter(draft);
    this.#asksMessage = asksMessage;
    this.#steps = new Map(steps.map((step) => [step.id, step]));
    for (const edge of edges) push(this.#before, edge.to, edge);
  }

  /** The nodes that lead to a node, up to the nearest tasks. For its approvals: also past iterations, but not after a rejection. */
  #findEarlier(id: string, purpose: "context" | "approvals"): string[] {
    const seen = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const { from, way } of this.#before.get(at) ?? []) {
        if (seen.has(from) || from === id) continue;
        const isRejection = this.#steps.get(from)?.approval?.rejected === way;
        if (purpose === "approvals" ? isRejection : way === noItemWay) continue;
        seen.add(from);
        if (!this.#tasks.has(from)) open.push(from);
      }
    return [...seen];
  }

  /** The nearest tasks that lead to a node. */
  readonly #findContext = (id: string): string[] =>
    this.#findEarlier(id, "context").flatMap((from) => this.#tasks.get(from) ?? []);

  /** The approvals between a node and the nearest tasks that lead to it. */
  readonly #findApprovals = (id: string) =>
    this.#findEarlier(id, "approvals").flatMap((from) => this.#approvals.get(from) ?? []);

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

  task(step: Step & { work: Work }, place: Place): void {
    const { label, work, part } = step;
    const agent = this.agent(step);
    const { texts, context, lost } = this.#write(step.id, work.write);
    const { message, instructions } = texts;
    const approvals = this.#findApprovals(step.id);
    const asked = message || (instructions ? "Follow your instructions for the input of this task." : label);
    const input = this.#asksMessage && this.#tasks.size === 0 ? this.#draft.message() : "";
    const whole = input && !asked.includes(input) ? `${asked}\n\nThe input: ${input}` : asked;
    const description =
      approvals.length > 0
        ? `${whole}\n\n${approvals.length > 1 ? "If a decision" : "If the decision"} in the form is Reject, do nothing else and say that it was rejected.`
        : whole;
    const task = this.#draft.task({
      name: label,
      description,
      expectedOutput: work.output
        ? "The result in the given structure."
        : "The result, as your instructions ask for it.",
      agent,
      context,
      more: {
        ...(work.output && { structuredOutput: work.output }),
        ...(approvals.length > 0 && approvalFields(approvals.map(({ text }) => text))),
      },
    });
    this.#tasks.set(step.id, task);
    this.#branches.place(task, place);
    for (const { step: asked, tasks } of approvals) {
      const repeats = place.some(({ ways }) => ways.includes(itemWay));
      tasks.push(repeats ? `“${task}” (for each item)` : `“${task}”`);
      asked.part.approximated(
        `A person approves or rejects in a form before ${tasks.join(", ")}. On Reject, the following tasks still run.`,
      );
    }
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
    const { classifies, otherwise, note } = decision;
    const written = classifies && this.#write(id, classifies.write);
    const name = this.#branches.add(id, label, decision, place, {
      findTask: (node) => this.#findTask(node),
      after: written?.context ?? [],
      instructions: written?.texts ?? "",
    });
    if (otherwise === undefined) part.approximated(`The branch “${name}”. If no case fits, none of its tasks runs.`);
    else if (note) part.approximated(`The branch “${name}”. ${note}`);
    else part.taken(`The branch “${name}”.`);
  }

  iterate(step: IterationStep, place: Place): void {
    const { list } = step.iteration;
    const source = list && "node" in list ? this.#steps.get(list.node) : undefined;
    this.#branches.iterate(step, place, source && { ...source, task: this.#findTask(source.id) });
  }

  approve(step: Step): void {
    step.part.needs("No task follows it. Add the approval to a task or tool.");
    const { text = "" } = step.approval ?? {};
    this.#approvals.set(step.id, { step, text, tasks: [] });
  }
}

export type DecisionStep = Step & { decision: Decision };
export const hasDecision = (step: Step): step is DecisionStep => step.decision !== undefined;
export type IterationStep = Step & { iteration: Iteration };
export const hasItems = (step: Step): step is IterationStep => step.iteration !== undefined;
export type WorkStep = Step & { work: Work };
export const hasWork = (step: Step): step is WorkStep => step.work !== undefined;
