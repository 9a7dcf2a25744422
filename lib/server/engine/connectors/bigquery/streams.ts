import { ConnectorError } from "../shared/errors";
import { getErrorStatus } from "../shared/service-error";
import type { DiscoveredStream, StreamChoice } from "../shared/types";
import type { Bigquery, BigqueryTable } from "./client";
import type { BigquerySettings } from "./settings";

const MAX_TABLES = 1_000;
/** Concurrent requests. */
const MAX_CONCURRENT = 8;

/** Types that can be a cursor, with the SQL type to which their text is cast. */
const cursorTypes: Record<string, string> = {
  TIMESTAMP: "TIMESTAMP",
  DATETIME: "DATETIME",
  DATE: "DATE",
  INTEGER: "INT64",
  INT64: "INT64",
};
const likelyNames = /(updated|modified|changed|last_?(edit|change))/i;
const possibleNames = /(created|inserted|time|date|_at$)/i;

const rank = (name: string): number => (likelyNames.test(name) ? 0 : possibleNames.test(name) ? 1 : 2);

function listCursors({ schema }: BigqueryTable): string[] {
  const candidates = schema.fields.filter(({ type, mode }) => cursorTypes[type] && mode !== "REPEATED");
  return candidates.map(({ name }) => name).sort((one, other) => rank(one) - rank(other));
}

const toTypeLabel = ({ type, mode }: { type: string; mode: string }): string => {
  const typeName = type === "RECORD" ? "STRUCT" : type;
  return mode === "REPEATED" ? `ARRAY<${typeName}>` : typeName;
};

function toDiscoveredStream(name: string, table: BigqueryTable): DiscoveredStream {
  const cursorFields = listCursors(table);
  return {
    name,
    fields: table.schema.fields.map((field) => ({ name: field.name, type: toTypeLabel(field) })),
    primaryKeys: table.tableConstraints?.primaryKey?.columns ?? [],
    cursorFields,
    modes: cursorFields.length > 0 ? ["full", "incremental"] : ["full"],
  };
}

async function listAllIds(
  listPage: (token: string | undefined) => Promise<{ ids: string[]; next: string | undefined }>,
): Promise<string[]> {
  const ids: string[] = [];
  let token: string | undefined;
  do {
    const result = await listPage(token);
    ids.push(...result.ids);
    token = result.next;
  } while (token !== undefined && ids.length <= MAX_TABLES);
  return ids;
}

/** The tables and views that the account can see. */
export async function discoverBigquery(bigquery: Bigquery, { dataset }: BigquerySettings): Promise<DiscoveredStream[]> {
  const datasets = dataset === undefined ? await listAllIds((token) => bigquery.listDatasets(token)) : [dataset];
  const names: [dataset: string, table: string][] = [];
  for (const datasetId of datasets) {
    const tables = await listAllIds((token) => bigquery.listTables(datasetId, token));
    names.push(...tables.map((table): [string, string] => [datasetId, table]));
    if (names.length > MAX_TABLES)
      throw new ConnectorError("settings", "There are more than 1,000 tables. Enter a dataset in the settings.", {
        field: "dataset",
      });
  }
  const streams: DiscoveredStream[] = [];
  for (let at = 0; at < names.length; at += MAX_CONCURRENT) {
    const batch = names.slice(at, at + MAX_CONCURRENT);
    const tables = await Promise.all(batch.map(([one, table]) => bigquery.getTable(one, table)));
    tables.forEach((table, index) => {
      streams.push(toDiscoveredStream(batch[index]?.join(".") ?? "", table));
    });
  }
  if (streams.length > 0) return streams;
  throw new ConnectorError(
    "permission",
    `This service account can't access any tables in ${bigquery.project}. Grant it the BigQuery Data Viewer role.`,
  );
}

/** The columns and keys of a read. */
export interface TablePlan {
  sql: (from: string | undefined) => string;
  primaryKeys: string[];
  /** Absent: full refresh. */
  cursor: string | undefined;
  isTime: boolean;
  location: string | undefined;
}

const quoteIdentifier = (name: string): string => {
  if (/[`\\]/.test(name)) throw new ConnectorError("settings", `BigQuery can't read ${name}.`);
  return `\`${name}\``;
};

/** The query of a stream. Throws with the names of selected columns that no longer exist. */
export async function createPlan(bigquery: Bigquery, stream: StreamChoice): Promise<TablePlan> {
  const { name, mode, fields } = stream;
  const [dataset = "", id = ""] = /^([^.]+)\.(.+)$/.exec(name)?.slice(1) ?? [];
  const table = await bigquery.getTable(dataset, id).catch((error: unknown) => {
    if (getErrorStatus(error) !== 404) throw error;
    throw new ConnectorError("vanished", `The table ${name} no longer exists. Choose the streams again.`);
  });
  const columnsByName = new Map(table.schema.fields.map((field) => [field.name, field]));
  const primaryKeys = stream.primaryKeys ?? table.tableConstraints?.primaryKey?.columns ?? [];
  const cursor = mode === "incremental" ? (stream.cursorField ?? listCursors(table)[0]) : undefined;
  const missing = [...new Set([...(fields ?? []), ...primaryKeys, ...(cursor ? [cursor] : [])])].filter(
    (field) => !columnsByName.has(field),
  );
  if (missing.length > 0) {
    const columnText = `the ${missing.length === 1 ? "column" : "columns"} ${new Intl.ListFormat("en").format(missing)}`;
    throw new ConnectorError("vanished", `${name} no longer has ${columnText}. Choose the fields again.`);
  }
  const type = cursor === undefined ? undefined : cursorTypes[columnsByName.get(cursor)?.type ?? ""];
  if (mode === "incremental" && (cursor === undefined || type === undefined))
    throw new ConnectorError("settings", `${name} has no column that increases with each change. Use a full refresh.`);
  const columns = new Set([...(fields ?? columnsByName.keys()), ...primaryKeys, ...(cursor ? [cursor] : [])]);
  const select = `SELECT ${[...columns].map(quoteIdentifier).join(", ")} FROM ${quoteIdentifier(`${bigquery.project}.${name}`)}`;
  const cursorSql = cursor === undefined ? "" : quoteIdentifier(cursor);
  return {
    sql: (from) => {
      const where = from === undefined ? "" : ` WHERE ${cursorSql} >= CAST(@from AS ${type})`;
      return `${select}${where}${cursorSql && ` ORDER BY ${cursorSql}`}`;
    },
    primaryKeys,
    cursor,
    isTime: type !== undefined && type !== "INT64",
    location: table.location,
  };
}
