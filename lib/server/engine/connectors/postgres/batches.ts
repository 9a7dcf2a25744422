import { ConnectorError } from "../shared/errors";
import type { Session } from "./connect";
import type { Statement } from "./sql";

const FIRST_ROWS = 20;
/** Small, because rows may be a thousand times larger than previous ones. */
const MAX_ROWS = 50;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Per row with its keys. The statement requests less; more means a malicious server or an unsuitable key. */
const MAX_ROW_CHARS = 8_000_000;
/** Long transactions block vacuum on the server. */
const MAX_OPEN_MS = 60_000;

export type Row = (string | null)[];

export const countChars = (row: Row): number => row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);

/**
 * Reads the rows of a statement through a server-side cursor, a few megabytes at a time. Ends early, with `true`, when the
 * transaction has been open for too long and the read can be resumed from its last row.
 */
export async function* readBatches(
  session: Session,
  { text, values }: Statement,
  isResumable: boolean,
): AsyncGenerator<Row[], boolean> {
  await session.rows("begin isolation level repeatable read read only");
  const opened = performance.now();
  let isDone = false;
  try {
    await session.rows(`declare muster_rows no scroll cursor for ${text}`, values);
    for (let count = FIRST_ROWS; ; ) {
      const before = session.bytesRead();
      const rows = await session.rows(`fetch forward ${count} from muster_rows`);
      const average = (session.bytesRead() - before) / Math.max(1, rows.length);
      const more = rows.length === count;
      count = Math.max(1, Math.min(MAX_ROWS, count * 4, Math.floor(BATCH_BYTES / Math.max(1, average))));
      if (rows.some((row) => countChars(row) > MAX_ROW_CHARS))
        throw new ConnectorError("too_large", "A row of this stream is too large. Choose fewer fields.");
      if (rows.length > 0) yield rows;
      if (!more) break;
      if (isResumable && performance.now() - opened > MAX_OPEN_MS) return true;
    }
    isDone = true;
    return false;
  } finally {
    await session.rows(isDone ? "commit" : "rollback").catch(() => undefined);
  }
}
