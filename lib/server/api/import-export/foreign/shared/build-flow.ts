import type { Draft, Part } from "./draft.ts";
import { type Flow, type FlowEdge, orderFlow } from "./flow.ts";
import type { ForeignImport } from "./foreign.ts";

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

export interface Step {
  id: string;
  label: string;
  part: Part;
  /** For a branch: its number of ways out. */
  ways?: number;
  work?: Work;
  /** A person decides before the next task. The way out of this name is taken if they reject. */
  approval?: { text: string; rejected: string };
}

interface FlowApp {
  name: string;
  description: string;
  steps: Step[];
  edges: FlowEdge[];
  entries: string[];
  /** A single agent becomes a chat. */
  chat: boolean;
  starters?: string[];
}

const approvalFields = (text: string) => ({
  requiresHumanInput: true,
  formFields: [
    {
      name: "decision",
      label: "Decision",
      description: text.slice(0, 900).toWellFormed(),
      type: "radio",
      options: ["Approve", "Reject"],
      required: true,
    },
  ],
});

/** Writes the tasks of a flow, in its order. */
class FlowWriter {
  readonly #draft: Draft;
  readonly #steps: Map<string, Step>;
  readonly #before = new Map<string, string[]>();
  /** Tasks by their nodes. */
  readonly #tasks = new Map<string, string>();
  #approval: Step | undefined;

  constructor(draft: Draft, { steps, edges }: FlowApp) {
    this.#draft = draft;
    this.#steps = new Map(steps.map((step) => [step.id, step]));
    for (const { from, to } of edges) this.#before.set(to, [...(this.#before.get(to) ?? []), from]);
  }

  get lastTask(): string | undefined {
    return [...this.#tasks.values()].at(-1);
  }

  /** The nearest tasks that lead to a node. */
  #findContext(id: string): string[] {
    const found: string[] = [];
    const seen = new Set([id]);
    const open = [...(this.#before.get(id) ?? [])];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const task = this.#tasks.get(at);
      if (task) found.push(task);
      else open.push(...(this.#before.get(at) ?? []));
    }
    return found;
  }

  #write({ id, work }: Step & { work: Work }) {
    const context = new Set(this.#findContext(id));
    const lost: string[] = [];
    const texts = work.write((other) => {
      const task = this.#tasks.get(other);
      const step = this.#steps.get(other);
      if (task) context.add(task);
      if (!task && step) lost.push(step.label);
      return task ? `the output of “${task}”` : step ? `the output of “${step.label}”` : undefined;
    });
    const order = [...this.#tasks.values()];
    return { ...texts, context: order.filter((task) => context.has(task)), lost };
  }

  agent(step: Step & { work: Work }): string {
    const { label, work } = step;
    const { instructions, message } = this.#write(step);
    const { model, tools = [], maxIterations } = work;
    return this.#draft.agent({
      name: label,
      role: work.role || label,
      goal: `Do the work of “${label}”.`,
      backstory: instructions || message,
      model,
      tools,
      ...(maxIterations && { maxIterations }),
    });
  }

  task(step: Step & { work: Work }): void {
    const { label, work, part } = step;
    const agent = this.agent(step);
    const { message, instructions, context, lost } = this.#write(step);
    const approval = this.#approval;
    this.#approval = undefined;
    const asked = message || (instructions ? "Follow your instructions for the input of this task." : label);
    const description = approval
      ? `${asked}\n\nIf the decision in the form is Reject, do nothing else and say that it was rejected.`
      : asked;
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
        ...(approval?.approval && approvalFields(approval.approval.text)),
      },
    });
    this.#tasks.set(step.id, task);
    approval?.part.approximated(
      `A person approves or rejects in a form before “${task}”. On Reject, the following tasks still run.`,
    );
    const differences = [
      work.note ?? "",
      lost.length > 0
        ? `It uses the output of ${lost.map((name) => `“${name}”`).join(", ")}, which wasn't imported.`
        : "",
    ].filter(Boolean);
    if (differences.length > 0) part.approximated(differences.join(" "));
    else part.taken(`The task “${task}” and the agent “${agent}”.`);
    this.#draft.noteLength(part, message, instructions);
  }

  approve(step: Step): void {
    step.part.needs("No task follows it. Add the approval to a task or tool.");
    this.#approval = step;
  }
}

type WorkStep = Step & { work: Work };
const hasWork = (step: Step): step is WorkStep => step.work !== undefined;

/** Nodes that don't run in one line become agents without a task. */
function keepAsAgent(writer: FlowWriter, step: WorkStep, why: string): void {
  const agent = writer.agent(step);
  step.part.needs(`Imported as the agent “${agent}” without a task: ${why} Add a task for it where it belongs.`);
}

function explain(
  flow: Flow,
  step: Step,
  steps: ReadonlyMap<string, Step>,
  rejected: ReadonlySet<string>,
): string | undefined {
  const branch = flow.branched.get(step.id);
  if (branch) return `it runs only on some branches of “${steps.get(branch)?.label}”.`;
  if (flow.circular.has(step.id)) return "it's part of a loop, or comes after one.";
  if (rejected.has(step.id)) return "it runs only if a person rejects.";
  if (flow.unreachable.has(step.id)) return "nothing in the flow leads to it.";
  return undefined;
}

/** Turns a flow into a chat with one agent, or into a process with a task for each node that calls a model. */
export function buildFlow(draft: Draft, app: FlowApp): ForeignImport {
  const { steps, edges, entries, name, description, chat } = app;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const isRejection = ({ from, way }: FlowEdge): boolean => byId.get(from)?.approval?.rejected === way;
  const main = edges.filter((edge) => !isRejection(edge));
  const flow = orderFlow(steps, main, entries);
  const rejected = new Set(
    edges.some(isRejection) ? orderFlow(steps, edges, entries).order.filter((id) => flow.unreachable.has(id)) : [],
  );
  const writer = new FlowWriter(draft, { ...app, edges: main });
  const why = (step: Step) => explain(flow, step, byId, rejected);
  const line = flow.order.flatMap((id) => byId.get(id) ?? []).filter((step) => !why(step));
  const [only, ...others] = line.filter(hasWork);
  let lead: string | undefined;
  const isAlone = others.length === 0 && steps.filter(hasWork).length === 1;
  if (chat && only && isAlone && !line.some(({ approval }) => approval)) {
    lead = writer.agent(only);
    only.part.taken(`The agent “${lead}”, which answers in the chat.`);
    if (only.work.note) only.part.approximated(only.work.note);
  } else
    for (const step of line) {
      if (step.approval) writer.approve(step);
      else if (hasWork(step)) writer.task(step);
    }
  for (const step of steps) {
    const reason = why(step);
    if (!reason) continue;
    if (hasWork(step)) keepAsAgent(writer, step, reason);
    else if (step.part.entry.outcome !== "needs") step.part.left(`Not imported: ${reason}`);
  }
  const isProcess = draft.tasks.length > 0;
  const own = isProcess
    ? { type: "process", tasks: draft.tasks.map((task) => task.name) }
    : { type: "chat", agent: lead ?? null, conversationStarters: app.starters ?? [] };
  return draft.finish({ name, description, ...own });
}
