import { eq } from "drizzle-orm";
import { AppError } from "../../http/errors";
import { sessions } from "../../sessions/table";
import type { TaskRow } from "../../tasks/service";
import { type findRun, type Loaded, loadSpeaker, type Speaker } from "../load";
import type { Passages } from "../passages";
import type { Work } from "../work";
import type { Parts, Worker } from "./plan";

/** One attempt at a process. */
export interface Process extends Parts {
  work: Work;
  found: Awaited<ReturnType<typeof findRun>>;
  /** All tasks number what they find together. */
  passages: Passages;
  /** Budgets that somebody has let the run pass. */
  passed: ReadonlySet<string>;
  /** Stops the models of all tasks once one has failed. */
  halt: AbortController;
  /** To be cut out of what is said about failures. */
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

/** Whoever does a task, with the values that the session has by now. Throws AppError where nobody can. */
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
