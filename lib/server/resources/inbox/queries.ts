import { and, asc, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { shapes } from "@/lib/contract/inbox/schemas";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import { loadBodiesForReaders } from "../../engine/runs/log/bodies";
import { bodyChars } from "../../engine/runs/log/read-page";
import type { EventRow } from "../../engine/runs/log/stored-events";
import type { Reader } from "../../platform/db/client";
import { countFitting, requireCursor } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { inputRequests } from "../../platform/db/tables/input-requests";
import { sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { matchesActor, matchesAddressee } from "./service";

type Query = z.output<typeof shapes.list.query>;
type ListResponse = z.input<typeof shapes.list.response>;

/** Requests in sessions visible to the viewer, and those assigned to them anywhere. */
function matchesListed(viewer: Viewer): SQL | undefined {
  const seen = matchesVisible(viewer);
  const asked = viewer.viewAs ? undefined : matchesAddressee(viewer);
  return and(eq(inputRequests.teamId, viewer.teamId), seen && (asked ? or(seen, asked) : seen));
}

const always = sql`true`;

const order = [asc(inputRequests.date), asc(inputRequests.seq), asc(inputRequests.id)];
const ofSession = and(eq(sessions.id, inputRequests.sessionId), eq(sessions.teamId, inputRequests.teamId));
const ofEvent = and(eq(sessionEvents.sessionId, inputRequests.sessionId), eq(sessionEvents.seq, inputRequests.seq));

/** The ids of one page: fewer when their bodies are long, but at least one. */
async function selectPage(db: Reader, own: SQL | undefined, also: SQL | undefined, { before, limit }: Query) {
  const start = before ? and(own, eq(inputRequests.id, before)) : undefined;
  const { id, date, seq } = inputRequests;
  const after =
    start &&
    sql`(${date}, ${seq}, ${id}) > (select ${date}, ${seq}, ${id} from ${inputRequests} join ${sessions} on ${sessions.id} = ${inputRequests.sessionId} where ${start})`;
  const found = await db
    .select({ id, chars: bodyChars })
    .from(inputRequests)
    .innerJoin(sessions, ofSession)
    .innerJoin(sessionEvents, ofEvent)
    .where(and(own, also, after))
    .orderBy(...order)
    .limit(limit + 1);
  if (start && found.length === 0)
    await requireCursor(
      db.select({ id }).from(inputRequests).innerJoin(sessions, eq(sessions.id, inputRequests.sessionId)).where(start),
    );
  // A request's text is in its body and in other columns.
  const size = Math.min(limit, countFitting(found.map((row) => 2 * row.chars)));
  const ids = found.slice(0, size).map((row) => row.id);
  return { ids, next: found.length > ids.length ? (ids.at(-1) ?? null) : null };
}

/** Open requests of the team's runs, oldest first. */
export async function listInbox(db: Reader, viewer: Viewer, query: Query): Promise<ListResponse> {
  const own = matchesListed(viewer);
  const mine = matchesActor(viewer);
  const { ids, next } = await selectPage(db, own, query.mine === "true" ? mine : undefined, query);
  const rows = await db
    .select({
      request: inputRequests,
      event: sessionEvents,
      session: { name: sessions.name, appName: sessions.appName },
      accountName: accounts.name,
      mine: sql<boolean>`coalesce(${mine ?? always}, false)`,
      canOpenSession: sql<boolean>`coalesce(${matchesVisible(viewer) ?? always}, false)`,
    })
    .from(inputRequests)
    .innerJoin(sessions, ofSession)
    .innerJoin(sessionEvents, ofEvent)
    .leftJoin(accounts, and(eq(inputRequests.assigneeType, "account"), eq(accounts.id, inputRequests.assigneeId)))
    .where(and(own, inArray(inputRequests.id, ids)))
    .orderBy(...order);
  const [total] = await db
    .select({ count: count() })
    .from(inputRequests)
    .innerJoin(sessions, eq(sessions.id, inputRequests.sessionId))
    .where(and(own, mine));
  return { inputRequests: await Promise.all(rows.map(toView)), next, count: total?.count ?? 0 };
}

interface Row {
  request: typeof inputRequests.$inferSelect;
  event: EventRow;
  session: { name: string; appName: string };
  accountName: string | null;
  mine: boolean;
  canOpenSession: boolean;
}

async function toView({ request, event, session, accountName, ...rights }: Row) {
  const [loaded] = await loadBodiesForReaders([event]);
  const body = loaded?.kind === "input_request" ? loaded.body : createUnreadable(request);
  const { id, sessionId, seq, deadline, onDeadline, passTo, date, assigneeType: type, assigneeId } = request;
  const who = {
    role: { role: assigneeId ?? "" },
    account: { accountId: assigneeId ?? "", name: accountName },
    anyone: {},
  };
  return {
    _id: id,
    sessionId,
    sessionName: session.name,
    appName: session.appName,
    seq,
    body,
    kind: request.kind,
    text: body.text,
    name: body.name,
    assignee: { type, ...who[type] },
    deadline,
    onDeadline,
    passTo,
    date,
    ...rights,
  };
}

/** A placeholder for a request whose event is unreadable. */
const createUnreadable = ({ id, kind, deadline, date }: Row["request"]): InputRequest => ({
  requestId: id,
  kind,
  text: "This request can't be shown.",
  deadline: deadline?.toISOString() ?? null,
  callId: "",
  name: "",
  startedAt: date.toISOString(),
});
