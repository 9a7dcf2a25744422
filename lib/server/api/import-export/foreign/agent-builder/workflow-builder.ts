import type { FlowEdge } from "../flow/flow.ts";
import type { Step } from "../flow/flow-writer.ts";
import type { Draft } from "../shared/draft.ts";
import type { WorkflowStep } from "./steps.ts";

/** Puts the steps in a row. What runs on a condition hangs on a branch. */
export class WorkflowBuilder {
  readonly steps: Step[];
  readonly edges: FlowEdge[] = [];
  readonly #draft: Draft;
  readonly #placed = new Set<string>();
  #last = "start";
  #branch: string | undefined;
  #approval: string | undefined;

  constructor(draft: Draft, agents: Step[]) {
    this.#draft = draft;
    this.steps = [...agents];
    const start: Step = { id: "start", label: "Start", part: draft.part("Start", "start") };
    start.part.taken("The start of the app.");
    this.steps.push(start);
  }

  #connect(id: string, { when, rejected }: WorkflowStep): void {
    if (rejected && this.#approval) this.edges.push({ from: this.#approval, to: id, way: "reject" });
    else if (when !== undefined) this.edges.push({ from: this.#branch ?? this.#last, to: id, way: when });
    else {
      this.edges.push({ from: this.#last, to: id, way: "" });
      this.#last = id;
    }
  }

  #extra(kind: string, label: string): Step {
    const step: Step = { id: `${kind} ${this.steps.length}`, label, part: this.#draft.part(label, kind) };
    this.steps.push(step);
    return step;
  }

  add(sent: WorkflowStep): void {
    const { kind, name } = sent;
    if (kind === "run") {
      const agent = this.steps.find(({ id, work }) => work && id === name);
      if (!agent) this.#extra("run", name || "agent").part.left("The file doesn't define this agent.");
      else if (this.#placed.has(agent.id))
        this.#extra("run", `${agent.label} again`).part.needs(
          "The agent runs more than once. Add another task for it.",
        );
      else {
        this.#placed.add(agent.id);
        this.#connect(agent.id, sent);
      }
    } else if (kind === "approval") {
      const step = this.#extra("approval", "Approval");
      step.approval = { text: name || "Do you approve?", rejected: "reject" };
      this.#approval = step.id;
      this.#connect(step.id, sent);
    } else if (kind === "branch" || kind === "loop") {
      const step = this.#extra(kind, name || kind);
      // Some ways out lead nowhere.
      step.ways = Number.POSITIVE_INFINITY;
      if (kind === "branch") step.part.branch("agents");
      else step.part.needs("Muster's processes have no loops. The agents in it are listed separately.");
      // What follows the branch follows what is before it.
      this.edges.push({ from: this.#last, to: step.id, way: "" });
      this.#branch = step.id;
    } else if (kind === "exit")
      this.#extra(kind, name).part.needs("The workflow ends here on this condition. Describe it in the agent before.");
    else
      this.#extra(kind, name).part.needs(
        "Guardrails aren't imported. Describe the check in the agent, or add a task that checks.",
      );
  }
}
