import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import type { MessagePart } from "@/lib/contract/session-events/messages";
import { findSessionRevisions } from "../../engine/runs/context/session-revisions";
import { checkStartValues } from "../../engine/runs/context/start-values";
import { appendEvents } from "../../engine/runs/log/events";
import { createSession, updateSession } from "../../engine/runs/sessions";
import { type Started, startRun } from "../../engine/runs/start";
import type { Db, Tx } from "../../platform/db/client";
import { settleAll } from "../../platform/db/settle-all";
import type { ClientOptions } from "../../platform/db/tables/client-options";
import { sessions } from "../../platform/db/tables/sessions";
import { temporaryRoot } from "../../platform/disk/work-folder";
import { AppError, notFound } from "../../platform/errors/errors";
import { temporaryFiles } from "../../platform/http/body/temporary-files";
import { newId } from "../../platform/ids/ids";
import { toStartable } from "../apps/start";
import { addSessionFile, deleteUnusedSession } from "../sessions/files";
import { type HistoryEntry, toHistoryEvents } from "./history";
import { maxRequestBytesOf } from "./limits";
import { recordCall } from "./log";
import { findPinProblem } from "./pins";
import type { PublicationCaller } from "./service";
import { lockForStart, startInTurn } from "./start-in-turn";
import { withinLimits } from "./within-limits";

type SessionRow = typeof sessions.$inferSelect;

interface PublicationRunForm {
  /** A session of the publication to continue; otherwise a new one is created. */
  sessionId?: string | undefined;
  /** The name of a new session; by default its first message. */
  name?: string | undefined;
  message?: string | undefined;
  variables?: Record<string, string> | undefined;
  /** Images and texts for the message, or for an entry of the history. */
  files?: readonly { filename: string; bytes: Buffer; entry?: number | undefined }[] | undefined;
  /** What precedes the message and is not in the session yet. */
  history?: readonly HistoryEntry[] | undefined;
  clientOptions?: ClientOptions | undefined;
  /** Throws if a session that has just been locked can't be continued. */
  check?: (tx: Tx) => Promise<void>;
  /** Of the new session and its run, if they were reserved. */
  ids?: { sessionId: string; runId: string } | undefined;
}

interface PublicationRun extends Started {
  /** Of the log; see `endCall`. */
  callId: string;
  sessionId: string;
  isNewSession: boolean;
}

/** Returns a session of the publication. Throws 404 for any other one. */
export async function getPublicationSession(
  db: Db | Tx,
  caller: PublicationCaller,
  sessionId: string,
): Promise<SessionRow> {
  const [session] = await db.select().from(sessions).where(matchesSession(caller, sessionId));
  if (!session) throw notFound("This session");
  return session;
}

const matchesSession = ({ publication: { id, teamId } }: PublicationCaller, sessionId: string) =>
  and(eq(sessions.teamId, teamId), eq(sessions.id, sessionId), eq(sessions.publicationId, id));

/** The same, locked. */
export async function lockPublicationSession(
  tx: Tx,
  caller: PublicationCaller,
  sessionId: string,
): Promise<SessionRow> {
  const [session] = await tx.select().from(sessions).where(matchesSession(caller, sessionId)).for("update");
  if (!session) throw notFound("This session");
  return session;
}

/** Creates a session of the published app that runs the pinned revision, or the applied one. */
export async function createPublicationSession(
  tx: Tx,
  { publication, app, orgId, principal }: PublicationCaller,
  name: string | undefined,
  more: Partial<Pick<SessionRow, "id" | "createdBy" | "shareId" | "visitorId" | "clientOptions">> = {},
): Promise<SessionRow> {
  const { id: publicationId, teamId, revision } = publication;
  const startable = toStartable(app);
  const own = { teamId, orgId, name: name ?? app.name, createdBy: principal.id, publicationId, ...more };
  const session = await createSession(tx, { ...startable, ...own, trigger: "publication" });
  if (revision === null) return session;
  const problem = await findPinProblem(tx, publication, app);
  if (problem) throw new AppError("conflict", problem);
  const begins = (await findSessionRevisions(tx, session)) ?? { agents: {} };
  const revisions = app.agentId
    ? { ...begins, agents: { ...begins.agents, [app.agentId]: revision } }
    : { ...begins, app: revision };
  await updateSession(tx, session, { revisions });
  return { ...session, revisions };
}

/**
 * Starts a run of the published app with the rights of its principal, in a new session or one of the publication's, and records
 * the call. Throws 429 with `retryAfter` over a limit, 413, 404 for another session, 409 while a run of the session is active.
 */
export const startPublicationRun = (
  db: Db,
  caller: PublicationCaller,
  form: PublicationRunForm & { bytes: number },
): Promise<PublicationRun> => withinLimits(db, caller, form, () => startCounted(db, caller, form));

/** The same within limits that the caller has counted: without those of rate, size and budget, and without recording a refusal. */
export const startCounted = (db: Db, caller: PublicationCaller, form: PublicationRunForm): Promise<PublicationRun> =>
  form.files?.length ? startWithFiles(db, caller, form) : startWithText(db, caller, form);

type StartForm = PublicationRunForm & {
  fileIds?: string[];
  /** By the index of an entry of the history. */
  historyFiles?: ReadonlyMap<number, MessagePart[]>;
};

function startWithText(db: Db, caller: PublicationCaller, form: StartForm): Promise<PublicationRun> {
  const { sessionId, name, message, variables, fileIds, ids, history, clientOptions, historyFiles = new Map() } = form;
  return startInTurn(db, caller, async (tx) => {
    // Before the lock, which other starts wait for.
    const own = { ...(ids && { id: ids.sessionId }), ...(clientOptions && { clientOptions }) };
    const added = sessionId ? undefined : await createPublicationSession(tx, caller, name, own);
    await lockForStart(tx, caller);
    const session = added ?? (await lockPublicationSession(tx, caller, sessionId ?? ""));
    if (!added) await form.check?.(tx);
    // Only what the app asks for: other variables would change its prompts.
    const values = await checkStartValues(tx, session, variables);
    if (values) await updateSession(tx, session, values);
    const { principal, key } = caller;
    const author = { ...principal, keyId: key?.id ?? null };
    const runId = ids?.runId ?? newId("run");
    const text = { runId, ...(message !== undefined && { message }), ...(fileIds && { fileIds }) };
    const change = !added && clientOptions && { clientOptions: withHidden(clientOptions, session.clientOptions) };
    if (change) await updateSession(tx, session, change);
    if (history?.length) {
      const written = { sessionId: session.id, author: principal, files: historyFiles };
      await appendEvents(tx, session.id, null, toHistoryEvents(history, written));
    }
    const [started, callId] = await settleAll([
      startRun(tx, async () => ({ ...session, ...values, ...change }), author, text),
      recordCall(tx, caller, "running", { sessionId: session.id, runId }),
    ]);
    return { ...started, callId, sessionId: session.id, isNewSession: !sessionId };
  });
}

/** What a new run's client asks for replaces that of the last one, but for responses that were deleted. */
export const withHidden = (options: ClientOptions, last: ClientOptions | null): ClientOptions => ({
  ...options,
  ...(last?.hidden && { hidden: last.hidden }),
});

/** Files are stored in the session before its run starts. */
async function startWithFiles(db: Db, caller: PublicationCaller, form: PublicationRunForm): Promise<PublicationRun> {
  const { sessionId, name, files = [], ...rest } = form;
  const temporary = await temporaryFiles(temporaryRoot(), maxRequestBytesOf(caller), "the publication's");
  const session = sessionId
    ? await getPublicationSession(db, caller, sessionId)
    : await db.transaction((tx) => createPublicationSession(tx, caller, name));
  try {
    for (const { filename, bytes } of files) await temporary.store("file", filename, Readable.from([bytes]));
    const fileIds: string[] = [];
    const historyFiles = new Map<number, MessagePart[]>();
    for (const [i, file] of temporary.files().entries()) {
      const fileId = await addSessionFile((work) => db.transaction(work), session.id, file);
      const entry = files[i]?.entry;
      const { filename, mimeType } = file;
      if (entry === undefined) fileIds.push(fileId);
      else historyFiles.set(entry, [...(historyFiles.get(entry) ?? []), { type: "file", fileId, filename, mimeType }]);
    }
    const started = await startWithText(db, caller, { ...rest, sessionId: session.id, fileIds, historyFiles });
    return { ...started, isNewSession: !sessionId };
  } catch (error) {
    if (!sessionId) await deleteUnusedSession(db, session);
    throw error;
  } finally {
    await temporary.dispose();
  }
}
