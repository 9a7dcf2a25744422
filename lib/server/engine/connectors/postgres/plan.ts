import { ConnectorError } from "../shared/errors";
import type { StreamChoice } from "../shared/types";
import { type Column, type Table, toStreamName } from "./catalog";

export const XMIN = "xmin";
/** Cursor types, with the overlap that is read again in case an older change was committed later. */
const OVERLAPS: Record<string, string> = {
  timestamptz: "interval '5 minutes'",
  timestamp: "interval '5 minutes'",
  date: "1",
  int8: "100",
  int4: "100",
  int2: "100",
  numeric: "100",
};
const CHANGED = /updat|modif|chang|edited|revis|version|mtime/i;
const INSTANT = /^timestamp|^date$/;

/** The plan for reading a stream once. */
export interface Plan {
  stream: string;
  table: Table;
  /** The columns to emit. */
  fields: Column[];
  /** Empty: rows have no key, and are identified by their contents. */
  keys: Column[];
  /** null: full refresh. */
  cursor: "xmin" | Column | null;
  /** SQL interval, subtracted from the last value of a cursor column. */
  overlap: string;
}

/** Candidate cursor columns, likeliest first. Real tables have PostgreSQL's xmin. */
export function listCursorFields({ kind, columns }: Table): string[] {
  const candidates = columns.filter(({ base }) => base in OVERLAPS);
  const rank = ({ name, base }: Column) => (CHANGED.test(name) ? 0 : 2) + (INSTANT.test(base) ? 0 : 1);
  const sorted = candidates.sort((one, other) => rank(one) - rank(other)).map(({ name }) => name);
  return kind === "r" || kind === "p" ? [XMIN, ...sorted] : sorted;
}

/** The columns named by a stream's configuration. */
export const listSelectedColumns = ({ fields = [], primaryKeys = [], cursorField, mode }: StreamChoice): string[] => [
  ...fields,
  ...primaryKeys,
  ...(mode === "incremental" && cursorField && cursorField !== XMIN ? [cursorField] : []),
];

export function createPlan(table: Table, choice: StreamChoice): Plan {
  const findColumn = (name: string): Column[] => table.columns.filter((one) => one.name === name);
  const stream = toStreamName(table);
  const keys = (choice.primaryKeys?.length ? choice.primaryKeys : table.primaryKeys).flatMap(findColumn);
  const fields = choice.fields?.length ? choice.fields.flatMap(findColumn) : table.columns;
  const plan = { stream, table, fields, keys, overlap: "" };
  if (choice.mode === "full") return { ...plan, cursor: null };
  if (keys.length === 0) {
    const message = `${stream} has no primary key. Choose the primary key fields, or use a full refresh.`;
    throw new ConnectorError("settings", message);
  }
  const name = choice.cursorField ?? listCursorFields(table)[0];
  if (name === XMIN) {
    if (table.kind === "r" || table.kind === "p") return { ...plan, cursor: XMIN };
    throw new ConnectorError("settings", `${stream} isn't a table, so it has no xmin. Choose another cursor field.`);
  }
  const cursor = name === undefined ? undefined : findColumn(name)[0];
  const overlap = cursor && OVERLAPS[cursor.base];
  if (cursor && overlap) return { ...plan, cursor, overlap };
  const message = `${stream} can't use ${name ? `“${name}”` : "any of its fields"} as a cursor field. Choose a timestamp or a number that increases with each change, or use a full refresh.`;
  throw new ConnectorError("settings", message);
}
