import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { findShownName, type Visit, type Visitor } from "../../access/auth/visitor";
import { checkStartValues } from "../../engine/runs/context/start-values";
import { updateSession } from "../../engine/runs/sessions";
import { type Author, type Started, startRun } from "../../engine/runs/start";
import { type Db, joinTransaction, type Reader, type Tx } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { shareVisitors } from "../../platform/db/tables/shares";
import { AppError, notFound } from "../../platform/errors/errors";
import { isOwnOrigin } from "../../platform/http/front/origin";
import { lockVisitorSession } from "../sessions/service";
import {
  type NewWebsiteSession,
  registerWebsiteVisits,
  type WebsiteContext,
  type WebsiteMessage,
  type WebsiteVisits,
} from "../sessions/website-visits";
import { countMessage, startConversation } from "../shares/actions";
import { verifyIdentity } from "./identity";
import { checkOwnBudgets, checkSize } from "./limits";
import { endCall, recordCall } from "./log";
import { findPublicationCaller, type PublicationCaller } from "./service";
import { createPublicationSession } from "./start";
import { lockForStart, startInTurn } from "./start-in-turn";
import { countingCall } from "./within-limits";

const unavailable = "This chat is unavailable right now. Try again later.";

/** Returns the caller of a website's visit. Its errors reveal nothing about the team. */
async function findEmbedCaller(db: Reader, { link }: Pick<Visit, "link">): Promise<PublicationCaller> {
  try {
    return await findPublicationCaller(db, link.publicationId ?? "", "embed");
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") throw new AppError("conflict", unavailable);
    throw error instanceof AppError ? notFound("This chat") : error;
  }
}

/** Throws 403 for a browser's request from a page of another origin: only the page in the frame may start something. */
function requireOwnPage({ headers }: Request): void {
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin))
    throw new AppError("forbidden", "A chat can be started only from its own page.");
}

/** Starts a conversation; of a person whom the website has signed and who comes with another browser, returns the latest one. */
async function addSession(
  { db, visit, request, requireRights }: WebsiteContext,
  { variables, identity }: NewWebsiteSession,
): Promise<{ id: string; token: string | undefined }> {
  requireOwnPage(request);
  const caller = await findEmbedCaller(db, visit);
  const signed = identity === undefined ? null : await verifyIdentity(caller.publication, identity);
  const isKnown = !signed || visit.visitor?.subject === signed.subject;
  const visitor = isKnown ? visit.visitor : null;
  return joinTransaction(db, async (tx) => {
    const { visitorId, token } = await startConversation(tx, { ...visit, visitor }, signed);
    const latest = signed && token ? await findLatest(tx, caller, signed.subject) : undefined;
    if (signed) await requireRights(tx);
    if (latest) return { id: latest, token };
    const place = { shareId: visit.link.id, visitorId, createdBy: null };
    const session = await createPublicationSession(tx, caller, findShownName(visit), place);
    const values = await checkStartValues(tx, session, variables);
    if (values) await updateSession(tx, session, values);
    return { id: session.id, token };
  });
}

/** The person's latest conversation with a message. */
async function findLatest(tx: Tx, { publication }: PublicationCaller, subject: string): Promise<string | undefined> {
  const { id: shareId, teamId } = publication;
  const own = tx
    .select({ id: shareVisitors.id })
    .from(shareVisitors)
    .where(and(eq(shareVisitors.shareId, shareId), eq(shareVisitors.subject, subject)));
  const [latest] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.teamId, teamId), inArray(sessions.visitorId, own), gt(sessions.messageCount, 0)))
    .orderBy(desc(sessions.dateUpdated), desc(sessions.id))
    .limit(1);
  return latest?.id;
}

/** Starts a run of a website's visitor, within the limits of the publication and of the visitor, and records the call. */
async function startVisitorRun(
  { db, request, startOnce }: Parameters<WebsiteVisits["startRun"]>[0],
  visitor: Visitor,
  sessionId: string,
  author: Author,
  { variables, ...form }: WebsiteMessage,
): Promise<Started> {
  requireOwnPage(request);
  const caller = await findEmbedCaller(db, visitor);
  const bytes = Buffer.byteLength(JSON.stringify({ variables, ...form }));
  const start = (store: Db) =>
    startInTurn(store, caller, async (tx) => {
      await lockForStart(tx, caller);
      await countMessage(tx, visitor);
      const session = await lockVisitorSession(tx, visitor, sessionId);
      const values = await checkStartValues(tx, session, variables);
      if (values) await updateSession(tx, session, values);
      const lock = (inner: Tx) => lockVisitorSession(inner, visitor, sessionId);
      const started = await startRun(tx, lock, { ...author, principalId: caller.principal.id }, form);
      const callId = await recordCall(tx, caller, "running", { sessionId, runId: started.runId });
      await endCall(tx, callId, { status: "running", httpStatus: 200 });
      return started;
    });
  return countingCall(db, caller, { sessionId }, () =>
    startOnce(async (store) => {
      checkSize(caller, bytes);
      await checkOwnBudgets(store, caller);
      return start(store);
    }),
  );
}

/** Throws 413 for a file that is larger than a request to the publication may be. */
async function checkFile(db: Reader, visit: Visit, bytes: number): Promise<void> {
  checkSize(await findEmbedCaller(db, visit), bytes);
}

registerWebsiteVisits({
  addSession,
  startRun: startVisitorRun,
  checkFile,
  findPrincipal: async (db, visit) => (await findEmbedCaller(db, visit)).principal.id,
});
