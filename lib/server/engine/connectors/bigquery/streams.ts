import { ConnectorError } from "../shared/errors";
import { statusIn } from "../shared/service-error";
import type { DiscoveredStream, StreamChoice } from "../shared/types";
import type { Bigquery, BigqueryTable } from "./client";
import type { BigquerySettings } from "./settings";

const MAX_TABLES = 1_000;
/** Concurrent requests. */
const AT_ONCE = 8;

/** Types that can be a cursor, with the SQL type to which their text is cast. */
const cursorTypes: Record<string, string> = {
  TIMESTAMP: "TIMESTAMP",
  DATETIME: "DATETIME",
  DATE: "DATE",
  INTEGER: "INT64",
  INT64: "INT64",
};
const likely = /(updated|modified|changed|last_?(edit|change))/i;
const less = /(created|inserted|time|date|_at$)/i;

const rank = (name: string): number => (likely.test(name) ? 0 : less.test(name) ? 1 : 2);

function cursorsOf({ schema }: BigqueryTable): string[] {
  const able = schema.fields.filter(({ type, mode }) => cursorTypes[type] && mode !== "REPEATED");
  return able.map(({ name }) => name).sort((one, other) => rank(one) - rank(other));
}

const typeOf = ({ type, mode }: { type: string; mode: string }): string => {
  const word = type === "RECORD" ? "STRUCT" : type;
  return mode === "REPEATED" ? `ARRAY<${word}>` : word;
};

function streamOf(name: string, table: BigqueryTable): DiscoveredStream {
  const cursorFields = cursorsOf(table);
  return {
    name,
    fields: table.schema.fields.map((field) => ({ name: field.name, type: typeOf(field) })),
    primaryKeys: table.tableConstraints?.primaryKey?.columns ?? [],
    cursorFields,
    modes: cursorFields.length > 0 ? ["full", "incremental"] : ["full"],
  };
}

async function all(
  page: (token: string | undefined) => Promise<{ ids: string[]; next: string | undefined }>,
): Promise<string[]> {
  const ids: string[] = [];
  let token: string | undefined;
  do {
    const found = await page(token);
    ids.push(...found.ids);
    token = found.next;
  } while (token !== undefined && ids.length <= MAX_TABLES);
  return ids;
}

/** The tables and views that the account can see. */
export async function discoverBigquery(bigquery: Bigquery, { dataset }: BigquerySettings): Promise<DiscoveredStream[]> {
  const datasets = dataset === undefined ? await all((token) => bigquery.datasets(token)) : [dataset];
  const names: [dataset: string, table: string][] = [];
  for (const one of datasets) {
    const tables = await all((token) => bigquery.tables(one, token));
    names.push(...tables.map((table): [string, string] => [one, table]));
    if (names.length > MAX_TABLES)
      throw new ConnectorError("settings", "There are more than 1,000 tables. Name the dataset in the settings.", {
        field: "dataset",
      });
  }
  const streams: DiscoveredStream[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const tables = await Promise.all(some.map(([one, table]) => bigquery.table(one, table)));
    tables.forEach((table, index) => {
      streams.push(streamOf(some[index]?.join(".") ?? "", table));
    });
  }
  if (streams.length > 0) return streams;
  throw new ConnectorError(
    "permission",
    `BigQuery shows no tables of ${bigquery.project} to this service account. Give it the role BigQuery Data Viewer.`,
  );
}

/** The columns and keys of a read. */
export interface Shape {
  sql: (from: string | undefined) => string;
  primaryKeys: string[];
  /** Absent: full refresh. */
  cursor: string | undefined;
  isTime: boolean;
  location: string | undefined;
}

const quoted = (name: string): string => {
  if (/[`\\]/.test(name)) throw new ConnectorError("settings", `BigQuery cannot be asked for ${name}.`);
  return `\`${name}\``;
};

/** The query of a stream. Throws with the names of selected columns that no longer exist. */
export async function shapeOf(bigquery: Bigquery, stream: StreamChoice): Promise<Shape> {
  const { name, mode, fields } = stream;
  const [dataset = "", id = ""] = /^([^.]+)\.(.+)$/.exec(name)?.slice(1) ?? [];
  const table = await bigquery.table(dataset, id).catch((error: unknown) => {
    if (statusIn(error) !== 404) throw error;
    throw new ConnectorError("vanished", `The table ${name} is no longer there. Choose the streams again.`);
  });
  const known = new Map(table.schema.fields.map((field) => [field.name, field]));
  const primaryKeys = stream.primaryKeys ?? table.tableConstraints?.primaryKey?.columns ?? [];
  const cursor = mode === "incremental" ? (stream.cursorField ?? cursorsOf(table)[0]) : undefined;
  const gone = [...new Set([...(fields ?? []), ...primaryKeys, ...(cursor ? [cursor] : [])])].filter(
    (field) => !known.has(field),
  );
  if (gone.length > 0) {
    const which = gone.length === 1 ? `the column ${gone[0]}` : `the columns ${gone.join(", ")}`;
    throw new ConnectorError("vanished", `${name} no longer has ${which}. Choose the fields again.`);
  }
  const type = cursor === undefined ? undefined : cursorTypes[known.get(cursor)?.type ?? ""];
  if (mode === "incremental" && (cursor === undefined || type === undefined))
    throw new ConnectorError("settings", `${name} has no column that grows with every change. Read it in full.`);
  const columns = new Set([...(fields ?? known.keys()), ...primaryKeys, ...(cursor ? [cursor] : [])]);
  const select = `SELECT ${[...columns].map(quoted).join(", ")} FROM ${quoted(`${bigquery.project}.${name}`)}`;
  const by = cursor === undefined ? "" : quoted(cursor);
  return {
    sql: (from) => {
      const where = from === undefined ? "" : ` WHERE ${by} >= CAST(@from AS ${type})`;
      return `${select}${where}${by && ` ORDER BY ${by}`}`;
    },
    primaryKeys,
    cursor,
    isTime: type !== undefined && type !== "INT64",
    location: table.location,
  };
}
