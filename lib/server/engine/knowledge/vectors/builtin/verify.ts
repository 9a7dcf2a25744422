import { setTimeout as sleep } from "node:timers/promises";
import { type Db, openDatabase } from "../../../../platform/db/client";
import { env } from "../../../../platform/env/env";
import { failureReason } from "../../../../platform/errors/failure-reason";
import { wrongStoreMark } from "../../../../platform/health/health";
import { log } from "../../../../platform/log/log";
import { getProvided, provide, singleton } from "../../../../platform/process/registry";
import { requireKnownStore } from "./claim";
import { markSeen, seenEveryMs } from "./record";
import { WrongStoreError } from "./refusals";

/** A store that was the known one is not asked again within this time. */
const freshMs = 30_000;
const stopMs = 500;

interface State {
  /** When the store was last verified, as of `performance.now()`. */
  verifiedAt: number;
  /** Why the store can't be used, for the operator. */
  problem?: string;
}

const getState = () => singleton<State>("vector-store-state", () => ({ verifiedAt: Number.NEGATIVE_INFINITY }));

/** Why this process's vector store can't be used, as of the last use or check, for the operator; undefined: it can. */
export const findStoreProblem = (): string | undefined => getState().problem;

/** For tests and after the store was changed: the next use verifies it. */
export const forgetStore = (): void => provide("vector-store-state", undefined);

/** Not shared by Next's two bundles, which have their own error classes. */
let checking: Promise<void> | undefined;

/** Throws unless the store is available and the one that the database knows, as of the last half minute. */
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
    await requireKnownStore(db, "use");
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

/** Verifies the store regularly, and lets other processes know that it is used. Returns a function to stop. */
export function watchStore(db: Db): () => Promise<void> {
  let [stopped, last] = [false, Promise.resolve()];
  const isShared = env().DATABASE_URL !== undefined;
  const look = async () => {
    await verifyStore().catch(() => undefined);
    if (isShared && !stopped && !getProvided(wrongStoreMark))
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
