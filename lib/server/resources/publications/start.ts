import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import { findSessionRevisions } from "../../engine/runs/context/session-revisions";
import { checkStartValues } from "../../engine/runs/context/start-values";
import { createSession, updateSession } from "../../engine/runs/sessions";
import { type Started, startRun } from "../../engine/runs/start";
import type { Db, Tx } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { publications } from "../../platform/db/tables/publications";
import { sessions } from "../../platform/db/tables/sessions";
import { temporaryRoot } from "../../platform/disk/work-folder";
import { AppError, notFound } from "../../platform/errors/errors";
import { temporaryFiles } from "../../platform/http/body/temporary-files";
import { toStartable } from "../apps/start";
import { addSessionFile, deleteUnusedSession } from "../sessions/files";
import { checkConcurrency, checkOwnBudgets, checkSize, limitCalls, maxRequestBytesOf } from "./limits";
import { endCall, recordCall } from "./log";
import { findPinProblem } from "./pins";
import { type PublicationCaller, requireStillAdmitted } from "./service";

type SessionRow = typeof sessions.$inferSelect;

interface PublicationRunForm {
  /** A session of the publication to continue; otherwise a new one is created. */
  sessionId?: string | undefined;
  /** The name of a new session; by default its first message. */
  name?: string | undefined;
  message?: string | undefined;
  variables?: Record<string, string> | undefined;
  /** Images and texts for the message. */
  files?: readonly { filename: string; bytes: Buffer }[] | undefined;
  /** Bytes of the request. */
  bytes: number;
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

async function lockPublicationSession(tx: Tx, caller: PublicationCaller, sessionId: string): Promise<SessionRow> {
  const [session] = await tx.select().from(sessions).where(matchesSession(caller, sessionId)).for("update");
  if (!session) throw notFound("This session");
  return session;
}

/** Creates a session of the published app that runs the pinned revision, or the applied one. */
export async function createPublicationSession(
  tx: Tx,
  { publication, app, orgId, principal }: PublicationCaller,
  name: string | undefined,
  ofVisitor: Partial<Pick<SessionRow, "createdBy" | "shareId" | "visitorId">> = {},
): Promise<SessionRow> {
  const { id: publicationId, teamId, revision } = publication;
  const startable = toStartable(app);
  const own = { teamId, orgId, name: name ?? app.name, createdBy: principal.id, publicationId, ...ofVisitor };
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

/** Serializes the starts of a publication's runs, and checks what may have changed since the caller was found. */
export async function lockForStart(tx: Tx, caller: PublicationCaller): Promise<void> {
  const { id, teamId } = caller.publication;
  await lockRow(tx, publications, teamId, id);
  await requireStillAdmitted(tx, caller);
  await checkConcurrency(tx, caller);
}

/**
 * Starts a run of the published app with the rights of its principal, in a new session or one of the publication's, and records
 * the call. Throws 429 with `retryAfter` over a limit, 413, 404 for another session, 409 while a run of the session is active.
 */
export async function startPublicationRun(
  db: Db,
  caller: PublicationCaller,
  form: PublicationRunForm,
): Promise<PublicationRun> {
  return startLimited(db, caller, form, () =>
    form.files?.length ? startWithFiles(db, caller, form) : startWithText(db, caller, form),
  );
}

/** Starts something within the publication's limits on calls, sizes and budgets. Refusals are recorded, except for the rate. */
export async function startLimited<T>(
  db: Db,
  caller: PublicationCaller,
  { bytes, sessionId }: Pick<PublicationRunForm, "bytes" | "sessionId">,
  work: () => Promise<T>,
): Promise<T> {
  // Not recorded, so that a caller cannot fill the log.
  await limitCalls(caller);
  try {
    checkSize(caller, bytes);
    await checkOwnBudgets(db, caller);
    return await work();
  } catch (error) {
    if (error instanceof AppError) {
      const callId = await recordCall(db, caller, "refused", { sessionId });
      await endCall(db, callId, { status: "refused", httpStatus: error.status, error: error.message });
    }
    throw error;
  }
}

type StartForm = PublicationRunForm & { fileIds?: string[] };

function startWithText(db: Db, caller: PublicationCaller, form: StartForm): Promise<PublicationRun> {
  const { sessionId, name, message, variables, fileIds } = form;
  return db.transaction(async (tx) => {
    await lockForStart(tx, caller);
    const session = sessionId
      ? await lockPublicationSession(tx, caller, sessionId)
      : await createPublicationSession(tx, caller, name);
    // Only what the app asks for: other variables would change its prompts.
    const values = await checkStartValues(tx, session, variables);
    if (values) await updateSession(tx, session, values);
    const { principal, key } = caller;
    const author = { ...principal, keyId: key?.id ?? null };
    const text = { ...(message !== undefined && { message }), ...(fileIds && { fileIds }) };
    const started = await startRun(tx, async () => ({ ...session, ...values }), author, text);
    const callId = await recordCall(tx, caller, "running", { sessionId: session.id, runId: started.runId });
    return { ...started, callId, sessionId: session.id, isNewSession: !sessionId };
  });
}

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
    for (const file of temporary.files())
      fileIds.push(await addSessionFile((work) => db.transaction(work), session.id, file));
    const started = await startWithText(db, caller, { ...rest, sessionId: session.id, fileIds });
    return { ...started, isNewSession: !sessionId };
  } catch (error) {
    if (!sessionId) await deleteUnusedSession(db, session);
    throw error;
  } finally {
    await temporary.dispose();
  }
}
