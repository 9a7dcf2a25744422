import { eq, lt, sql } from "drizzle-orm";
import { publicationCallDays } from "@/lib/constants/publications";
import type { Db, Tx } from "../../platform/db/client";
import { defineQuery } from "../../platform/db/query/define-query";
import { publicationCalls } from "../../platform/db/tables/publications";
import { newId } from "../../platform/ids/ids";
import { repeat } from "../../platform/jobs/repeat";
import type { PublicationCaller } from "./service";

type CallRow = typeof publicationCalls.$inferSelect;
type Recorded = Partial<Pick<CallRow, "sessionId" | "runId" | "httpStatus" | "error">>;

const maxErrorLength = 500;
const dayMs = 86_400_000;
const batchSize = 5_000;

const shorten = (text: string | null | undefined) => text?.slice(0, maxErrorLength) ?? null;

const insertCall = defineQuery<Omit<CallRow, "at" | "latencyMs" | "costUsd">>()((db, value) =>
  db.insert(publicationCalls).values({
    id: value("id"),
    teamId: value("teamId"),
    publicationId: value("publicationId"),
    keyId: value("keyId"),
    grantId: value("grantId"),
    way: value("way"),
    status: value("status"),
    sessionId: value("sessionId"),
    runId: value("runId"),
    httpStatus: value("httpStatus"),
    error: value("error"),
  }),
);

/** Adds a call to the log. Returns its id. */
export async function recordCall(
  db: Db | Tx,
  { publication, key, grant, way }: PublicationCaller,
  status: CallRow["status"],
  { error, sessionId = null, runId = null, httpStatus = null }: Recorded = {},
): Promise<string> {
  const id = newId("publicationcall");
  const { id: publicationId, teamId } = publication;
  const its = { sessionId, runId, httpStatus, error: shorten(error) };
  const caller = { keyId: key?.id ?? null, grantId: grant?.id ?? null };
  await insertCall(db, { ...its, ...caller, id, teamId, publicationId, way, status });
  return id;
}

interface Ended extends Pick<CallRow, "status"> {
  httpStatus: number;
  error?: string | undefined;
}

const updateCall = defineQuery<Pick<CallRow, "id" | "status" | "httpStatus" | "error">>()((db, value) =>
  db
    .update(publicationCalls)
    .set({
      status: sql`${value("status")}`,
      httpStatus: sql`${value("httpStatus")}`,
      error: sql`${value("error")}`,
      latencyMs: sql`least(2147483647, extract(epoch from clock_timestamp() - ${publicationCalls.at}) * 1000)::int`,
    })
    .where(eq(publicationCalls.id, value("id"))),
);

/** Records how a call has ended: its latency is the time since it was recorded, its cost that of the run so far. */
export async function endCall(db: Db | Tx, callId: string, { status, httpStatus, error }: Ended): Promise<void> {
  await updateCall(db, { id: callId, status, httpStatus, error: shorten(error) });
}

/** Deletes calls that are no longer listed. */
export async function sweepPublicationCalls(db: Db, signal?: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - publicationCallDays * dayMs);
  const old = db
    .select({ id: publicationCalls.id })
    .from(publicationCalls)
    .where(lt(publicationCalls.at, before))
    .limit(batchSize);
  await repeat(signal, () => db.delete(publicationCalls).where(sql`${publicationCalls.id} in ${old}`));
}
