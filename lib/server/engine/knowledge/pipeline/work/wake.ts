import { notifySoon } from "../../../../platform/db/notify/notify";
import { getProvided, provide } from "../../../../platform/process/registry";
import { ingestChannel } from "./lease";

export interface IngestWorker {
  wake: () => void;
  stop: () => Promise<void>;
}

const name = "ingest-worker";
export const currentIngest = (): IngestWorker | undefined => getProvided<IngestWorker>(name);
export const provideIngest = (worker: IngestWorker | undefined): void => provide(name, worker);

/** Wakes the workers of all processes. */
export function wakeIngest(): void {
  currentIngest()?.wake();
  notifySoon(ingestChannel, "due");
}
