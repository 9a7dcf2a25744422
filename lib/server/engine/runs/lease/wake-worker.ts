import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client";
import { callNotify, processId, toProcessChannel } from "../../../platform/db/notify/notify";
import { createOutbox } from "../../../platform/db/notify/outbox";
import { workers } from "../../../platform/db/tables/runs";
import { leaseMs, runChannel } from "./lease";

/** Notifies this process's worker of queued runs. */
export const ownRunChannel = (): string => toProcessChannel(runChannel, processId());

/** Names a worker, and its process. */
export const toWorkerId = (unique: string): string => `worker-${processId()}-${unique}`;

/** More than one, because one may be gone or full by now. If all are, others find the runs when they poll. */
const maxNotified = 2;

/** Notifies workers of other processes that have room of queued runs. */
export const notifyWorkers = (db: Pick<Db, "execute">): Promise<unknown> =>
  db.execute(sql`
    select ${callNotify(sql`${`${runChannel}_`}::text || split_part(id, '-', 2)`, "queued")}
    from (select id from ${workers}
      where last_beat > now() - ${`${leaseMs} milliseconds`}::interval and active < runs_most
        and split_part(id, '-', 2) <> ${processId()}
      order by random() limit ${maxNotified}) free`);

const sendSoon = createOutbox<"queued">("workers", notifyWorkers);
export const notifyWorkersSoon = (): void => sendSoon("queued", "queued");
