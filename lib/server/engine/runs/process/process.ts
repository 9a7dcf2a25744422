import { eq } from "drizzle-orm";
import { sessions } from "../../../platform/db/tables/sessions";
import { AppError } from "../../../platform/errors/errors";
import { type AgentProfile, type findRun, type LoadedAgent, loadAgent } from "../context/load";
import type { Work } from "../lease/work";
import type { Passages } from "../log/passages";
import { classifier } from "./branches/classify";
import type { Expandable } from "./expand";
import type { ProcessParts, Worker } from "./plan";
import type { ProcessTask } from "./tasks";

export interface Process extends ProcessParts, Expandable {
  work: Work;
  runContext: Awaited<ReturnType<typeof findRun>>;
  /** The message that started it. */
  request: string | undefined;
  /** Citation numbers are shared by all tasks. */
  passages: Passages;
  /** Budgets that the run may exceed. */
  exemptBudgets: ReadonlySet<string>;
  /** The steps that do not run, as far as branches have decided. */
  skipped: ReadonlySet<string>;
  /** Stops all tasks' model calls after a failure. */
  halt: AbortController;
  /** Redacted from failure messages. */
  secrets: string[];
}

const manager: AgentProfile = {
  id: "manager",
  name: "Manager",
  role: "the manager of a team of agents",
  goal: "Get the task done well by the agents that you can delegate to, and respond with its expected output.",
  backstory:
    "You split a task into parts, delegate each to the agent that suits it best, review the results, and combine them. You delegate to no one else.",
  maxIterations: 25,
};

/** Loads a task's agent, with the session's current values. Throws AppError when there is none. */
export async function loadTaskAgent(process: Process, task: ProcessTask, worker?: Worker): Promise<LoadedAgent> {
  const { work, runContext, plan } = process;
  const [session = runContext.session] = await work.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, work.run.sessionId));
  const current = { session, plan: runContext.plan };
  const branch = process.branches.get(task.id);
  const isManaged = !worker && !branch && plan.process === "hierarchical";
  const taskWorker = worker ?? process.workers.get(task.agentId ?? "");
  if (isManaged && !process.manager)
    throw new AppError("conflict", "The manager model of this process was deleted. Choose another one in the app.");
  const classifies = branch && process.models.get(branch.modelId ?? "");
  if (branch && !classifies) throw new AppError("conflict", "Its model was deleted. Choose another one in the app.");
  if (!isManaged && !classifies && !taskWorker)
    throw new AppError("conflict", `The task “${task.name}” has no agent. Choose one for the task.`);
  const { model = null, provider = null } = classifies ?? (isManaged ? process.manager : taskWorker) ?? {};
  if (!model)
    throw new AppError("conflict", `The agent “${taskWorker?.agent.name}” has no model. Choose one for the agent.`);
  const own = isManaged || classifies ? undefined : taskWorker?.agent;
  const names = [...task.promptNames, ...(own?.promptNames ?? [])];
  const agent = classifies ? classifier : (own ?? manager);
  const loaded = await loadAgent(work.db, current, agent, { model, provider }, { names, ids: own?.variableIds ?? [] });
  process.secrets.push(...loaded.secrets);
  return loaded;
}
