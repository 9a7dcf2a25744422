import { and, eq, inArray } from "drizzle-orm";
import { listBranchModels } from "@/lib/contract/apps/steps";
import { findTasks, toTaskContent } from "../../engine/runs/process/tasks";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { AppError, invalidField } from "../../platform/errors/errors";
import type { AppliedChange } from "../gate/service";
import type { Choice, Tested } from "./subject";
import { findAgentContent, findProcessContent, type TestedApp } from "./tested-content";
import { findModelVersions, findToolRevisions, hashTested, maxMessages, toTestedAgent } from "./tested-parts";

/** Finds what a set of a process app tests: a revision of the process, with the agents that it follows or has pinned. */
export async function findTestedProcess(
  db: Reader,
  teamId: string,
  app: TestedApp,
  liveToolIds: string[],
  choice: Choice,
  change: AppliedChange,
): Promise<Tested> {
  if (choice.modelId)
    throw invalidField("modelId", "A process can't be tested with another model, because its agents have their own.");
  const changed = change.processes?.[app.id];
  const content = changed
    ? { definition: changed, number: null, label: "Draft" }
    : await findProcessContent(db, app, choice);
  const { agentRevisions, variableIds, ...plan } = content.definition;
  if (plan.taskIds.length === 0) throw new AppError("conflict", "This app no longer has tasks. Add one in the app.");
  const stored = await findTasks(db, teamId, plan.taskIds);
  const tasks = stored.map((task) => ({ ...task, ...change.tasks?.[task.id] }));
  const agentIds = [...plan.agentIds, ...tasks.flatMap(({ agentId }) => agentId ?? [])];
  const contents = await findContents(db, teamId, agentIds, agentRevisions, change);
  const toolIds = [...contents.flatMap(([, own]) => own.toolIds), ...tasks.flatMap((task) => task.toolIds)];
  const revisions = await findToolRevisions(db, teamId, toolIds, change.toolRevisions);
  const tested = contents.map(([id, own]) => [id, toTestedAgent(own, revisions)] as const);
  const modelIds = tested.flatMap(([, { modelId, functionModelId }]) => [modelId, functionModelId]);
  const classifierIds = listBranchModels(plan.branches ?? []);
  const { models } = change;
  const versions = await findModelVersions(db, teamId, [plan.managerModelId, ...classifierIds, ...modelIds], models);
  return {
    subject: { revision: content.number, label: content.label },
    session: {
      name: app.name,
      appId: app.id,
      appType: "process",
      isPrivate: app.sharingConfig.mode === "private",
      maxMessages,
      preview: {
        process: plan,
        variableIds,
        conversationStarters: [],
        liveToolIds,
        agents: Object.fromEntries(tested),
        tasks: change.tasks,
        models,
      },
    },
    fingerprint: hashTested({
      plan,
      tasks: tasks.map((task) => [task.id, toTaskContent(task)]),
      tested,
      versions,
      variableIds,
    }),
  };
}

/** The contents of agents by ID: pinned, changed, or applied. */
async function findContents(
  db: Reader,
  teamId: string,
  ids: string[],
  pins: Record<string, number>,
  { definitions = {} }: AppliedChange,
) {
  const rows = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), inArray(agents.id, [...new Set(ids)])))
    .orderBy(agents.id);
  return Promise.all(
    rows.map(async (row) => {
      const pinned = pins[row.id];
      const own = pinned === undefined ? undefined : await findAgentContent(db, teamId, row.id, { revision: pinned });
      return [row.id, own?.definition ?? definitions[row.id] ?? row] as const;
    }),
  );
}
