import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ListQuery } from "@/lib/contract/fields";
import type { messageSchema, sessionSchema } from "@/lib/contract/sessions";
import { accounts } from "../accounts/table";
import { agents } from "../agents/table";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { AppError, notFound } from "../http/errors";
import { askedOf } from "../runs/asked";
import { unshelveForReaders } from "../runs/bodies";
import { readPage } from "../runs/read-page";
import { maskedValues } from "../runs/values";
import { type Viewer, visible } from "./service";
import { messageFeedback, partialMessages, sessionEvents, sessionFiles, sessions } from "./table";

export type SessionRow = typeof sessions.$inferSelect;
type Reader = Pick<Db, "select">;

const agentIcons = alias(assets, "agent_icons");
const joined = (db: Reader) =>
  db
    .select({ session: sessions, agentName: agents.name, agentIcon: agentIcons.filename, createdByName: accounts.name })
    .from(sessions)
    .leftJoin(agents, and(eq(agents.id, sessions.agentId), eq(agents.teamId, sessions.teamId)))
    .leftJoin(agentIcons, eq(agentIcons.id, agents.iconId))
    .leftJoin(accounts, eq(accounts.id, sessions.createdBy));

type Joined = Awaited<ReturnType<typeof joined>>[number];
type View = z.input<typeof sessionSchema>;

function sessionView({ session, agentName, agentIcon, createdByName }: Joined): View {
  const {
    id,
    name,
    orgId,
    teamId,
    dateCreated,
    dateUpdated,
    appId,
    appName,
    appType,
    sharingConfig,
    status,
    lastRun,
    createdBy,
    trigger,
    previewText,
    messageCount,
    lastSeq,
  } = session;
  const usage = { inputTokens: session.inputTokens, outputTokens: session.outputTokens, costUsd: session.costUsd };
  return {
    ...{
      _id: id,
      name,
      orgId,
      teamId,
      startDate: dateCreated,
      lastUpdatedDate: dateUpdated,
      appId,
      appName,
      appType,
      agentName,
      agentIcon: agentIcon ? { filename: agentIcon } : null,
    },
    ...{
      sharingConfig,
      status,
      lastRun,
      createdBy,
      createdByName,
      trigger,
      variables: maskedValues(session),
      usage,
      previewText,
      messageCount,
      lastSeq,
    },
  };
}

export async function viewSession(db: Reader, viewer: Viewer, id: string): Promise<View> {
  const [row] = await joined(db).where(and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id), visible(viewer)));
  if (!row) throw notFound("This session");
  return { ...sessionView(row), app: await appPart(db, row.session) };
}

async function appPart(db: Reader, session: SessionRow): Promise<NonNullable<View["app"]>> {
  const { appId, teamId, maxMessages } = session;
  const [app] = appId
    ? await db
        .select({ config: apps.chatConfig, icon: assets.filename })
        .from(apps)
        .leftJoin(assets, eq(assets.id, apps.iconId))
        .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)))
    : [];
  return {
    conversationStarters: app?.config?.conversationStarters ?? [],
    maxMessages,
    icon: app?.icon ? { filename: app.icon } : null,
    exists: app !== undefined,
    variables: await askedOf(db, session),
  };
}

const { id, teamId, name, dateCreated, dateUpdated } = sessions;
const listed = { id, teamId, name, dateCreated, dateUpdated, description: sessions.previewText };

type ListSessions = ListQuery & { appId?: string; status?: SessionRow["status"] };

export async function listSessions(db: Db, viewer: Viewer, query: ListSessions) {
  const { where, order, limit, cut } = keyset(db, listed, viewer.teamId, query, visible(viewer));
  const own = and(
    where,
    eq(sessions.test, false),
    query.appId ? eq(sessions.appId, query.appId) : undefined,
    query.status ? eq(sessions.status, query.status) : undefined,
  );
  const found = await joined(db)
    .where(own)
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ session }) => session.id);
  return { sessions: rows.map(sessionView), next };
}

type MessageView = z.input<typeof messageSchema>;

const current = and(
  eq(sessionEvents.kind, "message"),
  isNull(sessionEvents.supersededBy),
  // What is said within a process stands in its picture and in the trace.
  sql`not ${sessionEvents.body} ? 'inner'`,
);

async function seqOf(db: Reader, sessionId: string, messageId: string, field: string): Promise<number> {
  const [row] = await db
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessionId), current, eq(sessionEvents.messageId, messageId)));
  if (!row)
    throw new AppError("invalid", "This message does not exist any more.", {
      issues: [{ path: field, message: "Unknown message." }],
    });
  return row.seq;
}

/** Ascending: the newest `limit`, those before a message, or the first `limit` after one; fewer where they are large. */
export async function listMessages(
  db: Reader,
  sessionId: string,
  by: string,
  query: { messageId?: string; before?: string; limit: number },
) {
  const forward = query.messageId !== undefined;
  const edge = query.messageId
    ? gt(sessionEvents.seq, await seqOf(db, sessionId, query.messageId, "messageId"))
    : query.before
      ? lt(sessionEvents.seq, await seqOf(db, sessionId, query.before, "before"))
      : undefined;
  const { rows, more } = await readPage(db, sessionId, {
    ...{ where: and(current, edge), newestFirst: !forward, limit: query.limit },
    unshelve: unshelveForReaders,
  });
  if (!forward) rows.reverse();
  const feedback = await feedbackOf(
    db,
    sessionId,
    by,
    rows.flatMap(({ messageId }) => messageId ?? []),
  );
  const messages = rows.map(({ body, seq, messageId }) => ({
    ...(body as MessageView),
    seq,
    feedback: feedback.get(messageId ?? "") ?? null,
  }));
  const next = more ? ((forward ? messages.at(-1) : messages[0])?._id ?? null) : null;
  const partials = forward || query.before ? [] : await partialViews(db, sessionId);
  return { messages: [...messages, ...partials], next };
}

/** What is being written now, so that a reader without a stream sees it too. */
async function partialViews(db: Reader, sessionId: string): Promise<MessageView[]> {
  const rows = await db
    .select()
    .from(partialMessages)
    .where(and(eq(partialMessages.sessionId, sessionId), isNull(partialMessages.taskId)));
  return rows.map(({ messageId, text, at }) => ({
    _id: messageId,
    sessionId,
    seq: 0,
    authorName: "",
    authorId: null,
    role: "assistant",
    text,
    parts: [],
    citations: [],
    usage: null,
    ts: at,
    completed: false,
  }));
}

async function feedbackOf(db: Reader, sessionId: string, by: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, { value: number; reason: string | null }>();
  const rows = await db
    .select()
    .from(messageFeedback)
    .where(
      and(
        eq(messageFeedback.sessionId, sessionId),
        eq(messageFeedback.by, by),
        inArray(messageFeedback.messageId, ids),
      ),
    );
  return new Map(rows.map(({ messageId, value, reason }) => [messageId, { value, reason }]));
}

/** What of the session lies in file storage: attached files and large bodies of its log. */
export async function filesOf(db: Reader, sessionId: string): Promise<string[]> {
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
