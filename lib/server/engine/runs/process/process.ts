import { eq } from "drizzle-orm";
import { sessions } from "../../../platform/db/tables/sessions";
import { AppError } from "../../../platform/errors/errors";
import { type findRun, type Loaded, loadSpeaker, type Speaker } from "../context/load";
import type { Work } from "../lease/work";
import type { Passages } from "../log/passages";
import type { Parts, Worker } from "./plan";
import type { TaskRow } from "./tasks";

export interface Process extends Parts {
  work: Work;
  found: Awaited<ReturnType<typeof findRun>>;
  /** Citation numbers are shared by all tasks. */
  passages: Passages;
  /** Budgets that the run may exceed. */
  passed: ReadonlySet<string>;
  /** Stops all tasks' model calls after a failure. */
  halt: AbortController;
  /** Redacted from failure messages. */
  secrets: string[];
}

const manager: Speaker = {
  id: "manager",
  name: "Manager",
  role: "the manager of a team of agents",
  goal: "Have the task done well by the agents that you can give work to, and answer with what it should give.",
  backstory:
    "You divide a task into pieces, give each to the agent that is best for it, look at what comes back, and put the answer together. You give work to nobody else.",
  maxIterations: 25,
};

/** Loads a task's agent, with the session's current values. Throws AppError when there is none. */
export async function speakerOf(process: Process, task: TaskRow, worker?: Worker): Promise<Loaded> {
  const { work, found, plan } = process;
  const [session = found.session] = await work.db.select().from(sessions).where(eq(sessions.id, work.run.sessionId));
  const now = { session, plan: found.plan };
  const led = !worker && plan.process === "hierarchical";
  const who = worker ?? process.workers.get(task.agentId ?? "");
  if (led && !process.manager)
    throw new AppError("conflict", "The model that leads this process was deleted. Choose another one in the app.");
  if (!led && !who) throw new AppError("conflict", `The task ${task.name} has no agent. Choose one in the task.`);
  const model = led ? process.manager : who?.model;
  if (!model) throw new AppError("conflict", `The agent ${who?.agent.name} has no model. Choose one in the agent.`);
  const names = [...task.promptNames, ...(led ? [] : (who?.agent.promptNames ?? []))];
  const ids = led ? [] : (who?.agent.variableIds ?? []);
  const loaded = await loadSpeaker(work.db, now, led ? manager : (who?.agent ?? manager), model, { names, ids });
  process.secrets.push(...loaded.secrets);
  return loaded;
}
