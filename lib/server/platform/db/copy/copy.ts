import { Transform, type TransformCallback } from "node:stream";
import type { ClientBase } from "pg";
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from "pg-copy-streams";

const lineFeed = 10;

/** The rows of `COPY … TO STDOUT` as a stream; `rows` counts them. */
export class CopyOut extends Transform {
  rows = 0;

  constructor(source: CopyToStreamQuery) {
    super();
    source.on("error", (error) => {
      source.destroy();
      this.destroy(error);
    });
    // Drains the rest, so that the connection can be reused.
    this.once("close", () => source.unpipe(this).resume());
    source.pipe(this);
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    // Each row ends with its only line feed.
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) this.rows += 1;
    done(null, chunk);
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table of the public schema with its stored columns. */
export interface TableShape {
  name: string;
  columns: string[];
}

const target = ({ name, columns }: TableShape): string => `public.${quoted(name)} (${columns.map(quoted).join(", ")})`;

export const copyOut = (client: ClientBase, table: TableShape): CopyOut =>
  new CopyOut(client.query(to(`copy ${target(table)} to stdout`)));

export const copyIn = (client: ClientBase, table: TableShape): CopyStreamQuery =>
  client.query(from(`copy ${target(table)} from stdin`));

export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid order by 1`);
  return rows;
}
