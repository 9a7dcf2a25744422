import { and, eq, inArray } from "drizzle-orm";
import { findTasks } from "../../engine/runs/process/tasks";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import type { apps } from "../../platform/db/tables/apps";
import { AppError, invalidField } from "../../platform/errors/errors";
import type { AppliedChange } from "../gate/service";
import type { Choice, Tested } from "./subject";
import { findAgentContent } from "./tested-agent";
import { findProcessContent } from "./tested-app";
import { findModelVersions, hashTested, isPrivate, maxMessages, withToolRevisions } from "./tested-parts";

/** Finds what a set of a process app tests: the app's process as it is, or with other content of some agents. */
export async function findTestedProcess(
  db: Reader,
  teamId: string,
  app: typeof apps.$inferSelect,
  liveToolIds: string[],
  choice: Choice,
  { definitions = {}, processes = {}, toolRevisions, models }: AppliedChange,
): Promise<Tested> {
  if (choice.modelId) throw invalidField("modelId", "The agents of a process have models of their own.");
  const replaced = processes[app.id];
  const { definition, revision, label } = replaced
    ? { definition: replaced, revision: null, label: "Draft" }
    : await findProcessContent(db, app, choice);
  const { taskIds, agentIds, managerModelId, variableIds, process, fullOutput, after } = definition;
  const { agentRevisions = {} } = definition;
  if (taskIds.length === 0) throw new AppError("conflict", "This app no longer has tasks. Add one in the app.");
  const plan = { process, fullOutput, managerModelId, agentIds, taskIds, after };
  const tasks = await findTasks(db, teamId, taskIds);
  const usedIds = [...new Set([...agentIds, ...tasks.flatMap(({ agentId }) => agentId ?? [])])];
  const rows =
    usedIds.length === 0
      ? []
      : await db
          .select()
          .from(agents)
          .where(and(eq(agents.teamId, teamId), inArray(agents.id, usedIds)))
          .orderBy(agents.id);
  const contents = await Promise.all(
    rows.map(async (row) => {
      const pinned = agentRevisions[row.id];
      const { definition: own } =
        pinned === undefined
          ? { definition: definitions[row.id] ?? row }
          : await findAgentContent(db, teamId, row.id, { revision: pinned });
      return [row.id, await withToolRevisions(db, teamId, own, toolRevisions)] as const;
    }),
  );
  const versions = await findModelVersions(
    db,
    teamId,
    [managerModelId, ...contents.flatMap(([, { modelId: id, functionModelId }]) => [id, functionModelId])],
    models,
  );
  const preview = {
    process: plan,
    variableIds,
    conversationStarters: [],
    liveToolIds,
    agents: Object.fromEntries(contents),
    models,
  };
  return {
    subject: { appId: app.id, revision, label },
    session: { name: app.name, appId: app.id, appType: "process", isPrivate: isPrivate(app), maxMessages, preview },
    fingerprint: hashTested({
      plan,
      tasks: tasks.map(({ dateUpdated: _, ...task }) => task),
      contents,
      versions,
      variableIds,
    }),
  };
}
