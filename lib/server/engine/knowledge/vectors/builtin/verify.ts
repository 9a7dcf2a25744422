import { setTimeout as sleep } from "node:timers/promises";
import { type Db, openDatabase } from "../../../../platform/db/client";
import { getDatabaseId } from "../../../../platform/db/database-id";
import { env } from "../../../../platform/env/env";
import { failureReason } from "../../../../platform/errors/failure-reason";
import { wrongStoreMark } from "../../../../platform/health/health";
import { log } from "../../../../platform/log/log";
import { getProvided, provide, singleton } from "../../../../platform/process/registry";
import { VectorError } from "../shared/failure";
import { patienceMs, requireKnownStore } from "./claim";
import { describeLocation, getLocation } from "./location";
import { markSeen, readRecord, seenEveryMs } from "./record";
import { WrongStoreError } from "./refusals";

/** A store that was the recorded one is not asked again within this time. */
const freshMs = 30_000;
const stopMs = 500;

interface State {
  /** When the store was last verified, as of `performance.now()`. */
  verifiedAt: number;
  /** Why the store can't be used, for the operator. */
  problem?: string;
  databaseId?: string;
}

const getState = () => singleton<State>("vector-store-state", () => ({ verifiedAt: Number.NEGATIVE_INFINITY }));

/** Why this process's vector store can't be used, as of the last use or check, for the operator; undefined: it can. */
export const findStoreProblem = (): string | undefined => getState().problem;

/** For tests and after the store was changed: the next use verifies it. */
export const forgetStore = (): void => provide("vector-store-state", undefined);

/** Not shared by Next's two bundles, which have their own error classes. */
let checking: Promise<void> | undefined;

/** Read once, because it takes a transaction. */
async function readDatabaseId(db: Db): Promise<string> {
  const state = getState();
  state.databaseId ??= await getDatabaseId(db);
  return state.databaseId;
}

/** At startup: an unavailable store is accepted if it is the recorded one, so that everything else works. */
export async function claimStore(db: Db): Promise<void> {
  const place = describeLocation(getLocation());
  try {
    await requireKnownStore(db, "start", readDatabaseId);
    getState().verifiedAt = performance.now();
  } catch (error) {
    if (error instanceof WrongStoreError) throw error;
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    const isUnavailable = isLate || (error instanceof VectorError && error.retryable);
    const reason = isLate ? `It didn't respond within ${patienceMs / 1_000} seconds.` : failureReason(error);
    if (!isUnavailable && !(error instanceof VectorError)) throw error;
    if (!isUnavailable || (await readRecord(db))?.place !== place)
      throw new Error(`The vector store (${place}) can't be used. ${reason} Check VECTORS_URL and VECTORS_API_KEY.`, {
        cause: error,
      });
    log().warn({ err: error, place }, "the vector store is unavailable");
  }
}

/** Throws unless the store is available and the recorded one, as of the last half minute. */
export async function verifyStore(): Promise<void> {
  const state = getState();
  if (performance.now() - state.verifiedAt < freshMs) return;
  checking ??= check(state).finally(() => {
    checking = undefined;
  });
  await checking;
}

async function check(state: State): Promise<void> {
  try {
    const { db } = await openDatabase();
    await requireKnownStore(db, "use", readDatabaseId);
    state.verifiedAt = performance.now();
    if (state.problem) log().info("the vector store can be used again");
    state.problem = undefined;
    provide(wrongStoreMark, undefined);
  } catch (error) {
    const problem = failureReason(error);
    if (problem !== state.problem) log().warn({ problem }, "the vector store can't be used");
    state.problem = problem;
    if (error instanceof WrongStoreError) provide(wrongStoreMark, true);
    throw error;
  }
}

/**
 * Verifies a store regularly that another machine may change, and lets other processes know that it is used. Returns a function to
 * stop.
 */
export function watchStore(db: Db): () => Promise<void> {
  const { DATABASE_URL, VECTORS_URL } = env();
  if (!DATABASE_URL && !VECTORS_URL) return async () => undefined;
  let [stopped, last] = [false, Promise.resolve()];
  const look = async () => {
    await verifyStore().catch(() => undefined);
    if (DATABASE_URL && !stopped && !getProvided(wrongStoreMark))
      await markSeen(db).catch((error: unknown) =>
        log().warn({ err: error }, "the vector store's use was not recorded"),
      );
  };
  const start = () => {
    last = last.then(look);
  };
  start();
  const timer = setInterval(start, seenEveryMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    // Not for a store that doesn't respond.
    await Promise.race([last, sleep(stopMs, undefined, { ref: false })]);
  };
}
