import { quoteIdentifier } from "./connect";
import { type Plan, XMIN } from "./plan";
import type { Position } from "./state";

/** Limits for one cell and for all cells of a row. Longer values are not useful for retrieval. */
const MAX_CELL = 1_000_000;
const MAX_ROW = 3_000_000;
const MIN_CELL = 2_000;
const TEXTS = new Set(["text", "varchar", "bpchar"]);

export interface Statement {
  text: string;
  values: string[];
}

const toTableSql = ({ table }: Plan): string => `${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)} t`;
const toColumnSql = (name: string): string => `t.${quoteIdentifier(name)}`;

function toCellSql({ name, base }: Plan["fields"][number], max: number): string {
  const column = toColumnSql(name);
  if (TEXTS.has(base)) return `left(${column}::text, ${max})`;
  // Stored values may be compressed, a hundred times smaller than their text.
  const isTooLarge = `pg_column_size(${column}) > ${max} or length(${column}::text) > ${max}`;
  return `case when ${isTooLarge} then '(omitted: too large)' else ${column}::text end`;
}

/** Rows of one phase of a read after a position, in a resumable order: cursor, keys, then the fields. */
export function buildRowsSql(plan: Plan, leg: Position["leg"], since: string | null, at: Position | null): Statement {
  const { cursor, keys, fields, overlap } = plan;
  const values: string[] = [];
  const param = (value: string, type: string): string => `$${values.push(value)}::text::${type}`;
  const where: string[] = [];
  const order = keys.map(({ name }) => toColumnSql(name));
  const after = at === null ? [] : keys.map(({ type }, index) => param(at.key[index] ?? "", type));
  let cursorSql = "null";
  if (cursor === XMIN) {
    if (since !== null) where.push(`age(t.xmin) between 0 and age(${param(toXid(since), "xid")})`);
  } else if (cursor !== null) {
    const column = toColumnSql(cursor.name);
    if (leg === "nulls") where.push(`${column} is null`);
    else {
      cursorSql = `${column}::text`;
      where.push(`${column} is not null`);
      if (since !== null) where.push(`${column} >= ${param(since, cursor.type)} - ${overlap}`);
      order.unshift(column);
      if (at !== null) after.unshift(param(at.cursor ?? "", cursor.type));
    }
  }
  if (after.length > 0) where.push(`(${order.join(", ")}) > (${after.join(", ")})`);
  const maxCell = Math.max(MIN_CELL, Math.min(MAX_CELL, Math.floor(MAX_ROW / fields.length)));
  const select = [
    cursorSql,
    ...keys.map(({ name }) => `${toColumnSql(name)}::text`),
    ...fields.map((field) => toCellSql(field, maxCell)),
  ];
  const text = [
    `select ${select.join(", ")} from ${toTableSql(plan)}`,
    where.length > 0 ? `where ${where.join(" and ")}` : "",
    order.length > 0 ? `order by ${order.join(", ")}` : "",
  ];
  return { text: text.filter(Boolean).join(" "), values };
}

/** The 32 bits of a transaction id that rows store. */
const toXid = (number: string): string => String(BigInt(number) % 2n ** 32n);

export const buildKeysSql = (plan: Plan): Statement => ({
  text: `select ${plan.keys.map(({ name }) => `${toColumnSql(name)}::text`).join(", ")} from ${toTableSql(plan)}`,
  values: [],
});

/** Finds a row with a null in its key, when the key is not the table's own. */
export const buildMissingKeySql = (plan: Plan): string =>
  `select 1 from ${toTableSql(plan)} where ${plan.keys.map(({ name }) => `${toColumnSql(name)} is null`).join(" or ")} limit 1`;
