import { and, count, eq, inArray, max } from "drizzle-orm";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { appSchema } from "@/lib/contract/apps";
import type { ListQuery } from "@/lib/contract/fields";
import { agents } from "../agents/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { keyset, pageOf } from "../db/list";
import { notFound } from "../http/errors";
import { sessions } from "../sessions/table";
import { apps } from "./table";

export type AppRow = typeof apps.$inferSelect;
type Reader = Pick<Db, "select">;

export async function appOf(db: Reader, teamId: string, id: string): Promise<AppRow> {
  const [row] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, id)));
  if (!row) throw notFound("This app");
  return row;
}

const joined = (db: Reader) =>
  db
    .select({ app: apps, agentName: agents.name, icon: assets.filename })
    .from(apps)
    .leftJoin(agents, and(eq(agents.id, apps.agentId), eq(agents.teamId, apps.teamId)))
    .leftJoin(assets, and(eq(assets.id, apps.iconId), eq(assets.teamId, apps.teamId)));

type Joined = Awaited<ReturnType<typeof joined>>[number];
interface Activity {
  sessionCount: number;
  lastRun: Date | null;
}

function appView({ app, agentName, icon }: Joined, activity: Activity | undefined): z.input<typeof appSchema> {
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
    ...{
      _id: id,
      name,
      description,
      tags,
      iconId,
      icon: icon ? { filename: icon } : null,
      type,
      sharingConfig,
      variableIds,
    },
    ...{
      schedule: { type: "manual" as const },
      chatAppConfig,
      agentName,
      version,
      createdBy,
      dateCreated,
      dateUpdated,
    },
    sessionCount: activity?.sessionCount ?? 0,
    lastRun: activity?.lastRun ?? null,
  };
}

async function activity(db: Reader, teamId: string, ids: string[]): Promise<Map<string | null, Activity>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: sessions.appId, sessionCount: count(), lastRun: max(sessions.dateUpdated) })
    .from(sessions)
    .where(and(eq(sessions.teamId, teamId), eq(sessions.test, false), inArray(sessions.appId, ids)))
    .groupBy(sessions.appId);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function viewApp(db: Reader, teamId: string, id: string) {
  const [row] = await joined(db).where(and(eq(apps.teamId, teamId), eq(apps.id, id)));
  if (!row) throw notFound("This app");
  return appView(row, (await activity(db, teamId, [id])).get(id));
}

export async function listApps(db: Db, teamId: string, query: ListQuery) {
  const { where, order, limit } = await keyset(db, apps, teamId, query);
  const found = await joined(db)
    .where(where)
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = pageOf(
    found.map((row) => ({ id: row.app.id, row })),
    query.limit,
  );
  const seen = await activity(
    db,
    teamId,
    rows.map(({ id }) => id),
  );
  return { apps: rows.map(({ id, row }) => appView(row, seen.get(id))), next };
}
