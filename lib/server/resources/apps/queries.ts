import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import { appSchema } from "@/lib/contract/apps/schemas";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { selectEditorName } from "../../access/accounts/service";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import { toFlowParts } from "../../engine/runs/process/branches/flow-parts";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { agents } from "../../platform/db/tables/agents";
import { apps, type SharingConfig } from "../../platform/db/tables/apps";
import { assets } from "../../platform/db/tables/assets";
import { notFound } from "../../platform/errors/errors";
import { selectActivity } from "../references/activity";
import { selectUsersOf } from "../references/select-users";
import { toRolloutField } from "../rollouts/service";

export type AppRow = typeof apps.$inferSelect;

const matchesVisibleApp = (viewer: Viewer, id: string) =>
  and(eq(apps.teamId, viewer.teamId), eq(apps.id, id), matchesVisibility(toVisibility(viewer), apps));

/** Returns the app. Throws 404 if it does not exist, belongs to another team, or is not visible to the viewer. */
export async function getApp(db: Reader, viewer: Viewer, id: string): Promise<AppRow> {
  const [row] = await db.select().from(apps).where(matchesVisibleApp(viewer, id));
  if (!row) throw notFound("This app");
  return row;
}

const selectView = (db: Reader, teamId: SQLWrapper | string) =>
  db
    .select({
      app: apps,
      agentName: agents.name,
      icon: assets.filename,
      activity: selectActivity(teamId, "appId", apps.id),
      updatedByName: selectEditorName(apps),
      principalName: selectEditorName({ createdBy: apps.schedulePrincipalId, updatedBy: apps.schedulePrincipalId }),
    })
    .from(apps)
    .leftJoin(agents, and(eq(agents.id, apps.agentId), eq(agents.teamId, apps.teamId)))
    .leftJoin(assets, and(eq(assets.id, apps.iconId), eq(assets.teamId, apps.teamId)));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

function toScheduleView({ app, principalName }: ViewRow): z.input<typeof appSchema>["schedule"] {
  const { scheduleUnit: unit, schedulePrincipalId: principalId, scheduleVariables: variables } = app;
  if (!unit) return { type: "manual" };
  const { scheduleMessage: message, scheduleFrom: startsAt, nextDue, schedulePaused: pausedReason } = app;
  return {
    type: "cron",
    unit,
    ...app.scheduleTiming,
    startsAt,
    principalId,
    principalName,
    variables,
    message,
    nextDue,
    pausedReason,
  };
}

function toAppView(row: ViewRow) {
  const { app, icon, activity } = row;
  const { chatConfig, taskIds, agentIds, managerModelId, processConfig } = app;
  return pickFields(appSchema, {
    ...app,
    ...row,
    ...activity,
    _id: app.id,
    rollout: toRolloutField(app.rollout),
    icon: icon ? { filename: icon } : null,
    schedule: toScheduleView(row),
    chatAppConfig: {
      agentId: app.agentId,
      conversationStarters: chatConfig?.conversationStarters ?? [],
      maxMessages: chatConfig?.maxMessages ?? maxMessagesDefault,
    },
    processConfig: {
      taskIds,
      agentIds,
      managerModelId,
      ...(processConfig ?? { process: "sequential", fullOutput: false }),
      flow: toFlow(toFlowParts(app)),
    },
  });
}

export async function viewApp(db: Reader, viewer: Viewer, id: string) {
  const [row] = await selectView(db, viewer.teamId).where(matchesVisibleApp(viewer, id));
  if (!row) throw notFound("This app");
  return toAppView(row);
}

/** Matches chats with the agent, and processes that use it in a task or for delegation. */
const matchesAgent = (teamId: SQLWrapper, agentId: SQLWrapper) => {
  const used = { teamId, ids: sql`array[${agentId}::text]` };
  return sql`${apps.id} = any(array(select id from (${selectUsersOf("app", "agent", { through: "task", used })}) users))`;
};

type Filter = { agentId?: string; type?: AppRow["type"]; sharingMode?: SharingConfig["mode"] };

const readPage = defineTeamList<Filter & Visibility>()(
  {
    columns: apps,
    visible: (given) => matchesVisibility(given, apps),
    matches: ({ teamId, agentId, type, sharingMode }) =>
      and(
        agentId && matchesAgent(teamId, agentId),
        type && eq(apps.type, type),
        sharingMode && eq(sql`${apps.sharingConfig}->>'mode'`, sharingMode),
      ),
  },
  (db, { teamId }, page) => onPage(selectView(db, teamId), page),
  ({ app }) => app.id,
);

export async function listApps(db: Reader, viewer: Viewer, query: ListQuery & Filter) {
  const { rows, next } = await readPage(db, { ...query, ...toVisibility(viewer), teamId: viewer.teamId });
  return { apps: rows.map(toAppView), next };
}
