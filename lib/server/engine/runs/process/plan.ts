import { and, eq, inArray } from "drizzle-orm";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import { toStepId } from "@/lib/contract/apps/steps";
import type { Plan, PlannedBody } from "@/lib/contract/session-events/tasks";
import { agents } from "../../../platform/db/tables/agents";
import { apps } from "../../../platform/db/tables/apps";
import { models } from "../../../platform/db/tables/models";
import type { PreviewDefinition } from "../../../platform/db/tables/preview-definition";
import { providers } from "../../../platform/db/tables/providers";
import { AppError } from "../../../platform/errors/errors";
import {
  type ConnectedModel,
  findConnectedModels,
  isProviderOfModel,
  type ModelRow,
  type ProviderRow,
} from "../../models/find-model";
import { loadEvents } from "../calls/open-calls";
import { type AgentRow, replaceModel, type SessionRow } from "../context/load";
import { findAppRevision, toUsedRevisions } from "../context/session-revisions";
import type { Work } from "../lease/work";
import { recordEvents } from "../outcome/finish";
import { toFlowParts } from "./branches/flow-parts";
import { type BranchParts, listClassifierModels, readBranches, toPlannedBranch } from "./branches/load";
import { type Dependencies, findDependencies } from "./dependencies";
import { findTasks, type ProcessTask } from "./tasks";

export interface Worker {
  agent: AgentRow;
  model: ModelRow | null;
  provider: ProviderRow | null;
}

/** A process with its tasks and agents. */
export interface ProcessParts extends BranchParts, Dependencies {
  /** As of the run's start. Task and agent settings are read again. */
  plan: Plan;
  /** In order. */
  tasks: readonly ProcessTask[];
  workers: ReadonlyMap<string, Worker>;
  manager: ConnectedModel | null;
}

async function findLoggedPlan({ db, run }: Work): Promise<Plan | undefined> {
  const bodies = (await loadEvents(db, run, ["task"])).flatMap(({ kind, body }) => (kind === "task" ? [body] : []));
  return bodies.find((body) => body.state === "planned")?.plan;
}

/** With the number of the process's revision, unless it is a preview. */
async function buildPlan({ db }: Work, session: SessionRow): Promise<{ plan: Plan; appRevision?: number }> {
  const { preview, revisions, teamId } = session;
  if (preview?.process) return { plan: preview.process };
  const [app] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, session.appId ?? "")));
  if (!app) throw new AppError("conflict", "This app was deleted.");
  const number = revisions?.app ?? app.revision;
  const earlier = number !== app.revision && number !== null ? await findAppRevision(db, app, number) : undefined;
  if (earlier && number !== null) {
    const { variableIds: _inputs, agentRevisions: _pins, ...plan } = earlier;
    const rows = await findTasks(db, teamId, plan.taskIds);
    // Without those deleted since.
    const taskIds = plan.taskIds.filter((id) => rows.some((row) => row.id === id));
    return { plan: { ...plan, taskIds }, appRevision: number };
  }
  const { agentIds, managerModelId, processConfig } = app;
  const { process, fullOutput } = processConfig ?? { process: "sequential", fullOutput: false };
  const plan = { process, fullOutput, managerModelId, agentIds, ...toFlowParts(app) };
  return { plan, ...(app.revision && { appRevision: app.revision }) };
}

/** Loads the process of a run. Its plan is logged before the first task starts. Throws AppError when it cannot run. */
export async function loadParts(work: Work, session: SessionRow): Promise<ProcessParts> {
  const { db, run } = work;
  const loggedPlan = work.resumed ? await findLoggedPlan(work) : undefined;
  const { plan, ...built } = loggedPlan ? { plan: loggedPlan } : await buildPlan(work, session);
  const rows = await findTasks(db, run.teamId, plan.taskIds);
  const { steps } = toFlow({ ...plan, after: plan.after ?? {} });
  const afterOf = new Map(steps.map((step) => [toStepId(step), step.after]));
  const tasks = plan.taskIds.map((id) => {
    const stored = rows.find((one) => one.id === id);
    const task = stored && { ...stored, ...session.preview?.tasks?.[id] };
    if (!task) throw new AppError("conflict", "A task in this process was deleted. Edit the app's tasks.");
    const contextTaskIds = [...new Set([...task.contextTaskIds, ...(afterOf.get(id) ?? [])])];
    return { ...task, contextTaskIds };
  });
  const agentIds = [...plan.agentIds, ...tasks.flatMap(({ agentId }) => agentId ?? [])];
  const stored = await loadWorkers(work, agentIds, session.revisions?.agents);
  const workers = await replaceAgents(work, stored, session.preview);
  const modelIds = [...(plan.managerModelId ? [plan.managerModelId] : []), ...listClassifierModels(steps)];
  const found = await findConnectedModels(db, run.teamId, modelIds);
  const connected = new Map(found.map((one) => [one.model.id, replaceModel(one, session.preview?.models)]));
  const manager = connected.get(plan.managerModelId ?? "") ?? null;
  const dependencies = await findDependencies(work, steps, tasks, workers);
  const parts = { plan, tasks, workers, manager, ...dependencies, ...readBranches(steps, connected) };
  const body = { ...toPlannedBody(work, parts), ...built };
  if (!loggedPlan) await recordEvents(db, run, { events: [{ kind: "task", body }] });
  return parts;
}

async function loadWorkers(
  { db, run }: Work,
  ids: string[],
  revisions: Record<string, number> | undefined,
): Promise<Map<string, Worker>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ agent: agents, model: models, provider: providers })
    .from(agents)
    .leftJoin(models, and(eq(models.teamId, agents.teamId), eq(models.id, agents.modelId)))
    .leftJoin(providers, isProviderOfModel)
    .where(and(eq(agents.teamId, run.teamId), inArray(agents.id, ids)));
  return new Map((await toUsedRevisions(db, rows, revisions)).map((row) => [row.agent.id, row]));
}

/** The workers with other contents, in a test. */
async function replaceAgents(
  { db, run }: Work,
  workers: Map<string, Worker>,
  preview: PreviewDefinition | null,
): Promise<Map<string, Worker>> {
  const contents = preview?.agents ?? {};
  const modelIds = Object.values(contents).flatMap(({ modelId }) => modelId ?? []);
  if (modelIds.length === 0) return workers;
  const connected = await findConnectedModels(db, run.teamId, modelIds);
  const replace = ([id, worker]: [string, Worker]): [string, Worker] => {
    const content = contents[id];
    if (!content) return [id, worker];
    const found = connected.find((one) => one.model.id === content.modelId);
    const { model = null, provider = null } = found ? replaceModel(found, preview?.models) : {};
    return [id, { agent: { ...worker.agent, ...content }, model, provider }];
  };
  return new Map([...workers].map(replace));
}

/** The data for the process diagram. */
function toPlannedBody({ run }: Work, parts: ProcessParts): PlannedBody {
  const { plan, workers, manager, waitsFor, steps, lastTaskIds } = parts;
  const isHierarchical = plan.process === "hierarchical";
  return {
    state: "planned",
    runId: run.id,
    process: plan.process,
    plan,
    manager: isHierarchical ? { model: manager?.model.name ?? null } : null,
    agents: isHierarchical ? plan.agentIds.flatMap((id) => workers.get(id)?.agent.name ?? []) : [],
    tasks: steps.flatMap((step) => {
      const id = toStepId(step);
      const own = { waitsFor: [...(waitsFor.get(id) ?? [])], ...(step.within && { within: step.within }) };
      if (step.kind === "branch") return [{ ...toPlannedBranch(step, parts), ...own }];
      const task = parts.tasks.find((one) => one.id === id);
      if (!task) return [];
      const worker = isHierarchical ? undefined : workers.get(task.agentId ?? "");
      return [
        {
          taskId: id,
          name: task.name,
          agentId: worker?.agent.id ?? null,
          agentName: isHierarchical ? "Manager" : (worker?.agent.name ?? null),
          model: (isHierarchical ? manager?.model.name : worker?.model?.name) ?? null,
          asks: task.requiresHumanInput,
          /** Whether the response includes its text. */
          shown: plan.fullOutput || lastTaskIds.has(id),
          onlyFinal: task.displayOnlyFinalOutput,
          ...own,
        },
      ];
    }),
  };
}
