import { notifySoon } from "../../db/notify";
import { currentIngest } from "./ingest-worker";
import { ingestChannel } from "./lease";

/** Says that a datasource has something to do: to this process's worker at once, to the others over the database. */
export function wakeIngest(): void {
  currentIngest()?.wake();
  notifySoon(ingestChannel, "due");
}
