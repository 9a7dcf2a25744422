import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/datasources/retrieval";
import { isoTimePattern, isoZonePattern, parseTime } from "../vectors/shared/fields";

const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Parses a field as a time in milliseconds, like `parseTime`; null for any other text. */
function parseFieldTime(field: string): SQL {
  const text = sql`(d.fields ->> ${field})`;
  const part = (from: number, length: number) => sql`substr(${text}, ${from}::int, ${length}::int)::int`;
  const lastDay = sql`extract(day from make_date(${part(1, 4)}, ${part(6, 2)}, 1) + interval '1 month - 1 day')`;
  const withZone = sql`case when ${text} ~ ${isoZonePattern} then ${text} else ${text} || ' UTC' end`;
  // CASE evaluates in order: only dates may reach the cast.
  return sql`case when jsonb_typeof(d.fields -> ${field}) = 'string' and ${text} ~ ${isoTimePattern} then
    case when ${part(9, 2)} <= ${lastDay} then floor(extract(epoch from (${withZone})::timestamptz) * 1000) end end`;
}

function toCondition({ field, op, value }: Filter): SQL {
  const fieldValue = sql`(d.fields -> ${field})`;
  const json = (one: unknown) => sql`${JSON.stringify(one)}::jsonb`;
  if (op === "in") {
    const list = Array.isArray(value) ? value : [value];
    return sql`coalesce(${fieldValue} <@ ${json(list)}, false)`;
  }
  if (op === "eq") return sql`coalesce(${fieldValue} = ${json(value)}, false)`;
  if (op === "ne") return sql`${fieldValue} is distinct from ${json(value)}`;
  const operator = sql.raw(operators[op]);
  if (typeof value === "number")
    return sql`case when jsonb_typeof(${fieldValue}) = 'number' then ${fieldValue} ${operator} ${json(value)} else false end`;
  const timestamp = typeof value === "string" ? parseTime(value) : undefined;
  return timestamp === undefined ? sql`false` : sql`coalesce(${parseFieldTime(field)} ${operator} ${timestamp}, false)`;
}

/** Conditions on the fields of `documents d`, each prefixed with `and`, with the semantics of the vector stores. */
export const toFieldConditions = (filters: Filter[]): SQL =>
  sql.join(
    filters.map((filter) => sql` and ${toCondition(filter)}`),
    sql``,
  );
