import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/retrieval";

const bounds = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text);

function condition({ field, op, value }: Filter): SQL {
  const own = sql`d.fields -> ${field}`;
  const json = (one: unknown) => sql`${JSON.stringify(one)}::jsonb`;
  if (op === "in") {
    const list = Array.isArray(value) ? value : [value];
    return sql`${own} <@ ${json(list)}`;
  }
  if (op === "eq") return sql`${own} = ${json(value)}`;
  if (op === "ne") return sql`${own} is distinct from ${json(value)}`;
  const bound = sql.raw(bounds[op]);
  if (typeof value === "number") return sql`(jsonb_typeof(${own}) = 'number' and ${own} ${bound} ${json(value)})`;
  if (typeof value === "string" && isDate(value))
    return sql`((d.fields ->> ${field}) ~ '^\\d{4}-\\d{2}-\\d{2}' and (d.fields ->> ${field}) collate "C" ${bound} ${value})`;
  return sql`false`;
}

/** Conditions on the fields of `documents d`, each after an `and`. */
export const fieldConditions = (filters: Filter[]): SQL =>
  sql.join(
    filters.map((filter) => sql` and ${condition(filter)}`),
    sql``,
  );
