import { Readable, Writable } from "node:stream";
import type { ClientBase, Connection, Submittable } from "pg";

/** The calls of pg's connection that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

interface Command {
  text: string;
}

const pieceBytes = 64 * 1024;
const rowsOf = ({ text }: Command): number => Number(/\d+$/.exec(text)?.[0] ?? 0);

/** The rows of a `COPY … TO STDOUT` as a stream; `rows` counts those that have come. */
export class CopyOut extends Readable implements Submittable {
  rows = 0;
  private connection: Connection | undefined;
  private waiting: Buffer[] = [];
  private size = 0;

  constructor(private readonly statement: string) {
    super({ highWaterMark: 4 * pieceBytes });
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(this.statement);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // What still comes is thrown away, so that the connection can be used again.
    this.waiting = [];
    this.connection?.stream.resume();
    done(error);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.destroyed) return;
    this.rows += 1;
    // The parser uses its buffer again.
    this.waiting.push(Buffer.from(chunk));
    this.size += chunk.length;
    if (this.size >= pieceBytes) this.flush();
  }

  handleCommandComplete(command: Command): void {
    this.rows = rowsOf(command);
    this.flush();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  private flush(): void {
    if (this.destroyed || this.size === 0) return;
    const piece = Buffer.concat(this.waiting);
    this.waiting = [];
    this.size = 0;
    if (!this.push(piece)) this.connection?.stream.pause();
  }
}

/** Takes what a `COPY … FROM STDIN` reads. Finished once the server has taken all of it; then `rows` counts them. */
export class CopyIn extends Writable implements Submittable {
  rows = 0;
  private connection: CopyConnection | undefined;
  private readonly accepted = Promise.withResolvers<CopyConnection>();
  private readonly taken = Promise.withResolvers<void>();
  private over = false;

  constructor(private readonly statement: string) {
    super();
    for (const { promise } of [this.accepted, this.taken]) promise.catch(() => undefined);
  }

  submit(connection: Connection): void {
    this.connection = connection as CopyConnection;
    connection.query(this.statement);
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.send(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.accepted.promise
      .then((connection) => {
        connection.endCopyFrom();
        return this.taken.promise;
      })
      .then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (error && !this.over)
      this.accepted.promise.then(
        (connection) => connection.sendCopyFail(error.message),
        () => undefined,
      );
    done(error);
  }

  handleCopyInResponse(): void {
    if (this.connection) this.accepted.resolve(this.connection);
  }

  handleCommandComplete(command: Command): void {
    this.rows = rowsOf(command);
  }

  handleReadyForQuery(): void {
    this.over = true;
    this.taken.resolve();
  }

  handleError(error: Error): void {
    this.over = true;
    this.accepted.reject(error);
    this.taken.reject(error);
    this.destroy(error);
  }

  private async send(chunk: Buffer): Promise<void> {
    const connection = await this.accepted.promise;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain)
      await Promise.race([new Promise((drained) => connection.stream.once("drain", drained)), this.taken.promise]);
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table of the public schema with the columns that are stored. */
export interface TableShape {
  name: string;
  columns: string[];
}

const target = ({ name, columns }: TableShape): string => `public.${quoted(name)} (${columns.map(quoted).join(", ")})`;

export const copyOut = (client: ClientBase, table: TableShape): CopyOut =>
  client.query(new CopyOut(`copy ${target(table)} to stdout`));

export const copyIn = (client: ClientBase, table: TableShape): CopyIn =>
  client.query(new CopyIn(`copy ${target(table)} from stdin`));

export async function tablesOf(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid order by 1`);
  return rows;
}
