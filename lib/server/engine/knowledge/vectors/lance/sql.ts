import type { Condition } from "../shared/conditions";
import type { StoredFields } from "../shared/fields";

/** Separates the pairs of `fields`; escaped in values. */
const separator = "\u001f";
const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Quotes an SQL literal. Every value in a filter passes through it. */
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const escapeValue = (value: string | number | boolean): string =>
  String(value).replaceAll("\\", "\\\\").replaceAll(separator, "\\u");

const toPair = (key: string, value: string | number | boolean): string =>
  `${separator}${key}=${escapeValue(value)}${separator}`;

/** All fields as one text, so that a substring search answers a condition exactly, whatever fields exist. */
export const packFields = (stored: StoredFields): string =>
  Object.entries(stored)
    .map(([key, value]) => toPair(key, value))
    .join("");

function toSql(condition: Condition): string {
  switch (condition.is) {
    case "equal":
      return `contains(fields, ${quote(toPair(condition.key, condition.value))})`;
    case "bounded": {
      const { key, bound, value } = condition;
      const text = `split_part(split_part(fields, ${quote(`${separator}${key}=`)}, 2), ${quote(separator)}, 1)`;
      return `try_cast(${text} as double) ${operators[bound]} try_cast(${quote(String(value))} as double)`;
    }
    case "present":
      return joinWithOr(condition.keys.map((key) => `contains(fields, ${quote(`${separator}${key}=`)})`));
    case "not":
      return `NOT (${toSql(condition.condition)})`;
    case "any":
      return joinWithOr(condition.conditions.map(toSql));
  }
}

const joinWithOr = (parts: string[]): string => (parts.length === 0 ? "false" : `(${parts.join(" OR ")})`);

export const isOneOf = (column: string, values: readonly string[]): string =>
  values.length === 0 ? "false" : `${column} IN (${values.map(quote).join(", ")})`;

/** The filter of every read and delete: always includes team and datasources. */
export function buildWhere(
  scope: { teamId: string; datasourceIds: readonly string[]; documentIds?: readonly string[] },
  conditions: readonly Condition[] = [],
): string {
  const documents = scope.documentIds ? [isOneOf("document", scope.documentIds)] : [];
  const where = [`team = ${quote(scope.teamId)}`, isOneOf("datasource", scope.datasourceIds), ...documents];
  return [...where, ...conditions.map(toSql)].join(" AND ");
}
