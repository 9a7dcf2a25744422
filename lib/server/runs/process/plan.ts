import { and, eq, inArray } from "drizzle-orm";
import { agents } from "../../agents/table";
import { apps } from "../../apps/table";
import { AppError } from "../../http/errors";
import { models } from "../../models/table";
import { findTasks, type TaskRow } from "../../tasks/service";
import { findVariables } from "../../variables/service";
import { recordEvents } from "../finish";
import type { AgentRow, SessionRow } from "../load";
import { eventsOf } from "../open-calls";
import type { Work } from "../work";

type ModelRow = typeof models.$inferSelect;

export interface Worker {
  agent: AgentRow;
  model: ModelRow | null;
}

/** How a process was made up when its run began. What its tasks and agents say is read anew. */
export interface Plan {
  process: "sequential" | "hierarchical";
  fullOutput: boolean;
  managerModelId: string | null;
  agentIds: string[];
  taskIds: string[];
}

/** A process with all that takes part in it. */
export interface Parts {
  plan: Plan;
  /** In their order. */
  tasks: TaskRow[];
  workers: ReadonlyMap<string, Worker>;
  manager: ModelRow | null;
  /** By the id of each task, those that it waits for. */
  waitsFor: ReadonlyMap<string, ReadonlySet<string>>;
}

async function logged({ db, run }: Work): Promise<Plan | undefined> {
  const rows = await eventsOf(db, run, ["task"]);
  const planned = rows
    .map(({ body }) => body as { state: string; plan: Plan })
    .find(({ state }) => state === "planned");
  return planned?.plan;
}

async function planned(work: Work, session: SessionRow): Promise<Plan> {
  const [app] = await work.db
    .select()
    .from(apps)
    .where(and(eq(apps.teamId, session.teamId), eq(apps.id, session.appId ?? "")));
  if (!app) throw new AppError("conflict", "This app was deleted.");
  const { taskIds, agentIds, managerModelId, processConfig } = app;
  const { process, fullOutput } = processConfig ?? { process: "sequential", fullOutput: false };
  return { process, fullOutput, managerModelId, agentIds, taskIds };
}

/** The process of a run. Its plan is in the log before the first task begins. Throws AppError for one that cannot be worked. */
export async function partsOf(work: Work, session: SessionRow): Promise<Parts> {
  const { db, run } = work;
  const known = work.resumed ? await logged(work) : undefined;
  const plan = known ?? (await planned(work, session));
  const found = await findTasks(db, run.teamId, plan.taskIds);
  const tasks = plan.taskIds.map((id) => {
    const task = found.find((one) => one.id === id);
    if (!task) throw new AppError("conflict", "A task of this process was deleted. Look at the app.");
    return task;
  });
  const agentIds = [...plan.agentIds, ...tasks.flatMap(({ agentId }) => agentId ?? [])];
  const workers = await workersOf(work, agentIds);
  const [manager = null] = plan.managerModelId
    ? await db
        .select()
        .from(models)
        .where(and(eq(models.teamId, run.teamId), eq(models.id, plan.managerModelId)))
    : [];
  const waitsFor = await waitingOf(work, tasks, workers);
  const parts = { plan, tasks, workers, manager, waitsFor };
  if (!known) await recordEvents(db, run, { events: [{ kind: "task", body: shown(work, parts) }] });
  return parts;
}

async function workersOf({ db, run }: Work, ids: string[]): Promise<Map<string, Worker>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ agent: agents, model: models })
    .from(agents)
    .leftJoin(models, and(eq(models.teamId, agents.teamId), eq(models.id, agents.modelId)))
    .where(and(eq(agents.teamId, run.teamId), inArray(agents.id, ids)));
  return new Map(rows.map((row) => [row.agent.id, row]));
}

/**
 * A task waits for those whose outputs it is given, and for earlier ones that set a variable which its prompts, or its
 * agent's, name.
 */
async function waitingOf({ db, run }: Work, tasks: TaskRow[], workers: ReadonlyMap<string, Worker>) {
  const set = await findVariables(db, run.teamId, { ids: tasks.flatMap(({ variableIds }) => variableIds) });
  const nameOf = new Map(set.map(({ id, name }) => [id, name]));
  const setBy = (task: TaskRow) => task.variableIds.flatMap((id) => nameOf.get(id) ?? []);
  return new Map(
    tasks.map((task, i) => {
      const names = new Set([...task.promptNames, ...(workers.get(task.agentId ?? "")?.agent.promptNames ?? [])]);
      const earlier = tasks.slice(0, i);
      const before = earlier.filter(
        (one) => task.contextTaskIds.includes(one.id) || setBy(one).some((name) => names.has(name)),
      );
      return [task.id, new Set(before.map(({ id }) => id))];
    }),
  );
}

/** What the picture of the process is drawn from. */
function shown({ run }: Work, { plan, tasks, workers, manager, waitsFor }: Parts) {
  const led = plan.process === "hierarchical";
  return {
    ...{ state: "planned", runId: run.id, process: plan.process, plan },
    manager: led ? { model: manager?.name ?? null } : null,
    agents: led ? plan.agentIds.flatMap((id) => workers.get(id)?.agent.name ?? []) : [],
    tasks: tasks.map((task, i) => {
      const worker = led ? undefined : workers.get(task.agentId ?? "");
      return {
        ...{ taskId: task.id, name: task.name, agentId: worker?.agent.id ?? null },
        agentName: led ? "Manager" : (worker?.agent.name ?? null),
        model: (led ? manager?.name : worker?.model?.name) ?? null,
        waitsFor: [...(waitsFor.get(task.id) ?? [])],
        asks: task.requiresHumanInput,
        /** Its texts stand in the answer. */
        shown: plan.fullOutput || i === tasks.length - 1,
        onlyFinal: task.displayOnlyFinalOutput,
      };
    }),
  };
}
