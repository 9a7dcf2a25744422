import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { appSchema } from "@/lib/contract/apps/schemas";
import type { ListQuery } from "@/lib/contract/base/fields";
import { editorName } from "../../access/accounts/service";
import { type Viewer, visible } from "../../access/visibility/visible";
import type { Db, Reader } from "../../platform/db/client";
import { keyset } from "../../platform/db/query/list";
import { agents } from "../../platform/db/tables/agents";
import { apps, type SharingConfig } from "../../platform/db/tables/apps";
import { assets } from "../../platform/db/tables/assets";
import { notFound } from "../../platform/errors/errors";
import { activityOf } from "../references/activity";
import { usersOf } from "../references/select-users";

export type AppRow = typeof apps.$inferSelect;

const visibleApp = (viewer: Viewer, id: string) =>
  and(eq(apps.teamId, viewer.teamId), eq(apps.id, id), visible(viewer, apps));

/** Returns the app. Throws 404 if it does not exist, belongs to another team, or is not visible to the viewer. */
export async function getApp(db: Reader, viewer: Viewer, id: string): Promise<AppRow> {
  const [row] = await db.select().from(apps).where(visibleApp(viewer, id));
  if (!row) throw notFound("This app");
  return row;
}

const shown = (db: Reader, teamId: string) =>
  db
    .select({
      app: apps,
      agentName: agents.name,
      icon: assets.filename,
      activity: activityOf(teamId, "appId", apps.id),
      updatedByName: editorName(apps),
      principalName: editorName({ createdBy: apps.schedulePrincipalId, updatedBy: apps.schedulePrincipalId }),
    })
    .from(apps)
    .leftJoin(agents, and(eq(agents.id, apps.agentId), eq(agents.teamId, apps.teamId)))
    .leftJoin(assets, and(eq(assets.id, apps.iconId), eq(assets.teamId, apps.teamId)));

type Shown = Awaited<ReturnType<typeof shown>>[number];

function scheduleView({ app, principalName }: Shown): z.input<typeof appSchema>["schedule"] {
  const { scheduleUnit: unit, schedulePrincipalId: principalId, scheduleVariables: variables } = app;
  if (!unit) return { type: "manual" };
  const { scheduleMessage: message, scheduleFrom: startsAt, nextDue, schedulePaused: pausedReason } = app;
  return { type: "cron", unit, startsAt, principalId, principalName, variables, message, nextDue, pausedReason };
}

function appView(row: Shown): z.input<typeof appSchema> {
  const { app, agentName, icon, activity, updatedByName } = row;
  const {
    id,
    name,
    description,
    tags,
    iconId,
    type,
    sharingConfig,
    variableIds,
    agentId,
    chatConfig,
    taskIds,
    agentIds,
    managerModelId,
    processConfig,
    version,
    createdBy,
    dateCreated,
    dateUpdated,
  } = app;
  const chatAppConfig = {
    agentId,
    conversationStarters: chatConfig?.conversationStarters ?? [],
    maxMessages: chatConfig?.maxMessages ?? maxMessagesDefault,
  };
  return {
    _id: id,
    name,
    description,
    tags,
    iconId,
    icon: icon ? { filename: icon } : null,
    type,
    sharingConfig,
    variableIds,
    schedule: scheduleView(row),
    chatAppConfig,
    processConfig: {
      taskIds,
      agentIds,
      managerModelId,
      ...(processConfig ?? { process: "sequential", fullOutput: false }),
    },
    agentName,
    version,
    createdBy,
    updatedByName,
    dateCreated,
    dateUpdated,
    ...activity,
  };
}

export async function viewApp(db: Reader, viewer: Viewer, id: string) {
  const [row] = await shown(db, viewer.teamId).where(visibleApp(viewer, id));
  if (!row) throw notFound("This app");
  return appView(row);
}

/** A chat with the agent, or a process that uses it in a task or for delegation. */
const usingAgent = (teamId: string, agentId: string) => {
  const used = { teamId, ids: sql`array[${agentId}]` };
  return sql`${apps.id} = any(array(select id from (${usersOf("app", "agent", { through: "task", used })}) users))`;
};

type ListApps = ListQuery & { agentId?: string; type?: AppRow["type"]; sharingMode?: SharingConfig["mode"] };

export async function listApps(db: Db, viewer: Viewer, query: ListApps) {
  const { where, order, limit, takePage: cut } = keyset(db, apps, viewer.teamId, query, visible(viewer, apps));
  const chosen = and(
    where,
    query.agentId ? usingAgent(viewer.teamId, query.agentId) : undefined,
    query.type ? eq(apps.type, query.type) : undefined,
    query.sharingMode ? eq(sql`${apps.sharingConfig}->>'mode'`, query.sharingMode) : undefined,
  );
  const found = await shown(db, viewer.teamId)
    .where(chosen)
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ app }) => app.id);
  return { apps: rows.map(appView), next };
}
