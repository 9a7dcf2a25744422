import { type Decision, toApproval } from "../flow/decision.ts";
import type { FlowEdge } from "../flow/flow.ts";
import type { Step } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import { ForeignProblem } from "../shared/foreign.ts";

/** Where the next step follows. */
type Tail = Pick<FlowEdge, "from" | "way">;

const maxSteps = 2_000;

/** Builds the graph of a workflow, in the order of its program. */
export class WorkflowBuilder {
  readonly steps: Step[];
  readonly edges: FlowEdge[] = [];
  /** Empty: the workflow has ended. */
  tails: Tail[] = [{ from: "start", way: "" }];
  readonly #draft: Draft;
  readonly #placed = new Set<string>();
  #count = 0;
  /** The loop that is read. */
  #parent: string | undefined;

  constructor(draft: Draft, agents: Step[]) {
    this.#draft = draft;
    const start: Step = { id: "start", label: "Start", part: draft.part("Start", "start") };
    start.part.taken("The start of the app.");
    this.steps = [...agents, start];
  }

  #checkSize(): void {
    this.#count += 1;
    if (this.#count > maxSteps)
      throw new ForeignProblem(
        `It has more than ${maxSteps.toLocaleString("en")} steps. Split it into several workflows.`,
      );
  }

  #follow(step: Step): void {
    if (this.#parent) step.parent = this.#parent;
    this.edges.push(...this.tails.map((tail) => ({ ...tail, to: step.id })));
    this.tails = [{ from: step.id, way: "" }];
  }

  /** A part of the program that isn't an agent. */
  note(kind: string, label: string): Step {
    this.#checkSize();
    const step: Step = { id: `${kind} ${this.steps.length}`, label, part: this.#draft.part(label, kind) };
    this.steps.push(step);
    return step;
  }

  /** Whether an agent was run. */
  hasRun(name: string): boolean {
    return this.#placed.has(name);
  }

  /** `hasMessage`: whether the run gets the user's message. */
  run(name: string, hasMessage: boolean): void {
    this.#checkSize();
    const agent = this.steps.find(({ id, work }) => work && id === name);
    if (!agent) this.note("run", name || "agent").part.left("The file doesn't define this agent.");
    else if (this.#placed.has(agent.id))
      this.note("run", `${agent.label} again`).part.needs("The agent runs more than once. Add another task for it.");
    else {
      this.#placed.add(agent.id);
      if (agent.work && hasMessage) agent.work.asksMessage = true;
      this.#follow(agent);
    }
  }

  /** What follows it follows an approval. `names`: those in braces in the question. Returns where a rejection leads. */
  approve(question: string, names: readonly string[]): Tail {
    const step = this.note("approval", "Approval");
    const asked = names.reduce((text, one) => text.replaceAll(`{${one}}`, `{${this.#draft.variable(one)}}`), question);
    step.ways = 2;
    step.decision = toApproval(asked || "Do you approve?", "approve", "reject");
    if (!question) step.decision.note = "Its question is computed in the source. Edit it.";
    this.#follow(step);
    this.tails = [{ from: step.id, way: "approve" }];
    return { from: step.id, way: "reject" };
  }

  /** Adds a branch. Returns its id. */
  branch(condition: string, ways: number, decision: Decision | undefined): string {
    const step = this.note("branch", condition);
    step.ways = ways;
    step.part.branch("agents");
    if (decision) {
      const compares = decision.cases[0]?.conditions?.[0]?.compares;
      step.decision = decision;
      step.label = compares?.field || condition;
    }
    this.#follow(step);
    return step.id;
  }

  /** Reads what is in a loop. */
  loop(condition: string, read: () => void): void {
    const step = this.note("loop", condition || "loop");
    step.loops = true;
    step.part.needs("Muster's processes have no loops. The agents in it are listed separately.");
    this.#follow(step);
    const outer = this.#parent;
    const after = this.tails;
    this.#parent = step.id;
    this.tails = [];
    read();
    this.#parent = outer;
    this.tails = after;
  }
}
