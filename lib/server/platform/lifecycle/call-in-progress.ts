import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "../log/log";
import { singleton } from "../process/registry";

/** The API call being processed. */
export interface CallInProgress {
  /** The endpoint, such as `models.edit`. */
  name: string;
  /** The call's policy declares `waits`. */
  declared: boolean;
  /** The call has waited since the last check of its caller's rights. */
  waited: boolean;
  /** The response was sent; remaining work runs in the background. */
  finished: boolean;
}

const storage = () => singleton("call-in-progress", () => new AsyncLocalStorage<CallInProgress>());

/** Calls that waited without declaring it: tests fail on any. */
export const findUndeclaredWaits = (): Set<string> => singleton("undeclared-waits", () => new Set<string>());

export const runInCall = <T>(call: CallInProgress, work: () => T): T => storage().run(call, work);

/** For background work started by a call. */
export const runOutsideCall = <T>(work: () => T): T => storage().exit(work);

/** Called before requests to other servers: the caller's rights are then checked again before the response. */
export function recordWait(): void {
  const call = recordStorageWait();
  if (!call) return;
  if (call.declared || findUndeclaredWaits().has(call.name)) return;
  findUndeclaredWaits().add(call.name);
  log().error({ endpoint: call.name }, "a call waits for another server, but its contract does not declare it");
}

/** The same for file storage, which most calls may use and few servers have on the network: not declared. */
export function recordStorageWait(): CallInProgress | undefined {
  const call = storage().getStore();
  if (!call || call.finished) return undefined;
  call.waited = true;
  return call;
}
