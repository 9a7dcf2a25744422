import { and, eq, getTableColumns, ilike, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { sessionSchema } from "@/lib/contract/sessions/schemas";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import { listRequiredVariables } from "../../engine/runs/context/required-variables";
import { maskValues } from "../../engine/runs/context/values";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { assets } from "../../platform/db/tables/assets";
import { sessionTexts } from "../../platform/db/tables/session-texts";
import { sessionEvents, sessionFiles, sessions, toShownStatus } from "../../platform/db/tables/sessions";
import { notFound } from "../../platform/errors/errors";
import { listEarlierRevisions } from "./earlier-revisions";

type SessionRow = typeof sessions.$inferSelect;

const agentIcons = alias(assets, "agent_icons");
/** Without what can be large and is not shown. */
const shownColumns = { ...getTableColumns(sessions), clientOptions: sql<SessionRow["clientOptions"]>`null` };
const selectView = (db: Reader) =>
  db
    .select({
      session: shownColumns,
      agentName: agents.name,
      agentIcon: agentIcons.filename,
      createdByName: accounts.name,
    })
    .from(sessions)
    .leftJoin(agents, and(eq(agents.id, sessions.agentId), eq(agents.teamId, sessions.teamId)))
    .leftJoin(agentIcons, eq(agentIcons.id, agents.iconId))
    .leftJoin(accounts, eq(accounts.id, sessions.createdBy));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];
type View = z.input<typeof sessionSchema>;

const toSessionView = ({ session, agentIcon, ...names }: ViewRow): View =>
  pickFields(sessionSchema, {
    ...session,
    ...names,
    _id: session.id,
    startDate: session.dateCreated,
    lastUpdatedDate: session.dateUpdated,
    agentName: session.preview?.agent?.name ?? names.agentName,
    agentIcon: agentIcon ? { filename: agentIcon } : null,
    variables: maskValues(session),
    usage: { inputTokens: session.inputTokens, outputTokens: session.outputTokens, costUsd: session.costUsd },
  });

export async function viewSession(db: Reader, viewer: Viewer, id: string): Promise<View> {
  const [row] = await selectView(db).where(
    and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id), matchesVisibility(toVisibility(viewer))),
  );
  if (!row) throw notFound("This session");
  const { session } = row;
  const earlierRevisions = await listEarlierRevisions(db, session);
  return { ...toSessionView(row), app: await findAppFields(db, session), earlierRevisions };
}

async function findAppFields(db: Reader, session: SessionRow): Promise<NonNullable<View["app"]>> {
  const { appId, teamId, maxMessages, preview } = session;
  const [app] = appId
    ? await db
        .select({ config: apps.chatConfig, icon: assets.filename })
        .from(apps)
        .leftJoin(assets, eq(assets.id, apps.iconId))
        .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)))
    : [];
  return {
    conversationStarters: preview?.conversationStarters ?? app?.config?.conversationStarters ?? [],
    maxMessages,
    icon: app?.icon ? { filename: app.icon } : null,
    exists: app !== undefined || preview !== null,
    variables: await listRequiredVariables(db, session),
  };
}

const { id, teamId, name, dateCreated, dateUpdated } = sessions;
const columns = { id, teamId, name, dateCreated, dateUpdated };

type Filter = { appId?: string; status?: SessionRow["status"] };

const readPage = defineTeamList<Filter & Visibility>()(
  {
    columns,
    visible: (given) => matchesVisibility(given),
    matches: ({ appId, status }) =>
      and(eq(sessions.test, false), appId && eq(sessions.appId, appId), status && eq(toShownStatus(sessions), status)),
    isFound: (pattern) =>
      sql`${id} in (select ${sessionTexts.sessionId} from ${sessionTexts} where ${ilike(sessionTexts.name, pattern)} or ${ilike(sessionTexts.preview, pattern)})`,
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ session }) => session.id,
);

export async function listSessions(db: Reader, viewer: Viewer, query: ListQuery & Filter) {
  const { rows, next } = await readPage(db, { ...query, ...toVisibility(viewer), teamId: viewer.teamId });
  return { sessions: rows.map(toSessionView), next };
}

/** The session's files in storage: attachments and offloaded bodies. */
export async function listFiles(db: Reader, sessionId: string): Promise<string[]> {
  const attached = await db
    .select({ path: sessionFiles.path })
    .from(sessionFiles)
    .where(eq(sessionFiles.sessionId, sessionId));
  const shelved = await db
    .select({ path: sql<string>`${sessionEvents.body}->>'shelved'` })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessionId), sql`${sessionEvents.body} ? 'shelved'`));
  return [...attached, ...shelved].map(({ path }) => path);
}
