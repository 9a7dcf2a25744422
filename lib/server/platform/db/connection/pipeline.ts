import type { Socket } from "node:net";
import type pg from "pg";

/** A member of pg's client that its types lack. */
type Connected = pg.ClientBase & { connection: { stream: Socket } };

const isBegin = (statement: unknown): boolean =>
  statement instanceof Object && Reflect.get(statement, "text") === "begin";

/**
 * Sends all statements of a turn of the event loop in one write: each write is a system call that wakes the server. `begin`
 * does not wait for its response, so that it is sent with the transaction's first statement. The client must be in pipeline
 * mode.
 */
export function sendTogether(client: pg.ClientBase): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  let isCorked = false;
  const cork = (): void => {
    const { stream } = (client as Connected).connection;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
  client.query = ((...given: unknown[]) => {
    if (!isCorked) cork();
    const sent = plain(...given);
    if (!isBegin(given[0])) return sent;
    // Without its transaction, the statements that follow would be committed one by one.
    sent.catch((error: Error) => (client as Connected).connection.stream.destroy(error));
    return Promise.resolve({ command: "BEGIN", rowCount: null, oid: 0, rows: [], fields: [] });
  }) as typeof client.query;
}
