import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log";
import { singleton } from "./registry";

/** The API call that the present work is done for. */
export interface CallInProgress {
  /** Of its endpoint, such as `models.edit`. */
  name: string;
  /** Its contract says that it waits. */
  declared: boolean;
  /** It has waited since its caller's rights were last checked. */
  waited: boolean;
  /** It was answered: what goes on is work of the server's own. */
  over: boolean;
}

const storage = () => singleton("call-in-progress", () => new AsyncLocalStorage<CallInProgress>());

/** Names of calls that have waited although their contract does not say so: the tests fail on any. */
export const undeclaredWaits = (): Set<string> => singleton("undeclared-waits", () => new Set<string>());

export const withinCall = <T>(call: CallInProgress, work: () => T): T => storage().run(call, work);

/** For work that the call begins and that nobody waits for: it is the server's own. */
export const outsideCall = <T>(work: () => T): T => storage().exit(work);

/** Called wherever another server is asked: the caller's rights are then checked again before the call is answered. */
export function noteWait(): void {
  const call = storage().getStore();
  if (!call || call.over) return;
  call.waited = true;
  if (call.declared || undeclaredWaits().has(call.name)) return;
  undeclaredWaits().add(call.name);
  log().error({ endpoint: call.name }, "a call waits for another server, which its contract does not say");
}
