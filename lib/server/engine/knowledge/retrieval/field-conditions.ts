import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/datasources/retrieval";
import { isoMoment, isoZoned, momentOf } from "../vectors/shared/fields";

const bounds = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Parses a field as a time in milliseconds, like `momentOf`; null for any other text. */
function momentIn(field: string): SQL {
  const text = sql`(d.fields ->> ${field})`;
  const part = (from: number, length: number) => sql`substr(${text}, ${from}::int, ${length}::int)::int`;
  const lastDay = sql`extract(day from make_date(${part(1, 4)}, ${part(6, 2)}, 1) + interval '1 month - 1 day')`;
  const zoned = sql`case when ${text} ~ ${isoZoned} then ${text} else ${text} || ' UTC' end`;
  // CASE evaluates in order: only dates may reach the cast.
  return sql`case when jsonb_typeof(d.fields -> ${field}) = 'string' and ${text} ~ ${isoMoment} then
    case when ${part(9, 2)} <= ${lastDay} then floor(extract(epoch from (${zoned})::timestamptz) * 1000) end end`;
}

function condition({ field, op, value }: Filter): SQL {
  const own = sql`(d.fields -> ${field})`;
  const json = (one: unknown) => sql`${JSON.stringify(one)}::jsonb`;
  if (op === "in") {
    const list = Array.isArray(value) ? value : [value];
    return sql`coalesce(${own} <@ ${json(list)}, false)`;
  }
  if (op === "eq") return sql`coalesce(${own} = ${json(value)}, false)`;
  if (op === "ne") return sql`${own} is distinct from ${json(value)}`;
  const bound = sql.raw(bounds[op]);
  if (typeof value === "number")
    return sql`case when jsonb_typeof(${own}) = 'number' then ${own} ${bound} ${json(value)} else false end`;
  const moment = typeof value === "string" ? momentOf(value) : undefined;
  return moment === undefined ? sql`false` : sql`coalesce(${momentIn(field)} ${bound} ${moment}, false)`;
}

/** Conditions on the fields of `documents d`, each prefixed with `and`, with the semantics of the vector stores. */
export const fieldConditions = (filters: Filter[]): SQL =>
  sql.join(
    filters.map((filter) => sql` and ${condition(filter)}`),
    sql``,
  );
