import type { Condition } from "../shared/conditions";
import type { Stored } from "../shared/fields";

/** Separates the pairs of `fields`; escaped in values. */
const mark = "\u001f";
const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Quotes an SQL literal. Every value in a filter passes through it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const escaped = (value: string | number | boolean): string =>
  String(value).replaceAll("\\", "\\\\").replaceAll(mark, "\\u");

const pair = (key: string, value: string | number | boolean): string => `${mark}${key}=${escaped(value)}${mark}`;

/** All fields as one text, so that a substring search answers a condition exactly, whatever fields exist. */
export const packed = (stored: Stored): string =>
  Object.entries(stored)
    .map(([key, value]) => pair(key, value))
    .join("");

function sqlOf(condition: Condition): string {
  switch (condition.is) {
    case "equal":
      return `contains(fields, ${quoted(pair(condition.key, condition.value))})`;
    case "bounded": {
      const { key, bound, value } = condition;
      const text = `split_part(split_part(fields, ${quoted(`${mark}${key}=`)}, 2), ${quoted(mark)}, 1)`;
      return `try_cast(${text} as double) ${operators[bound]} try_cast(${quoted(String(value))} as double)`;
    }
    case "present":
      return anyOf(condition.keys.map((key) => `contains(fields, ${quoted(`${mark}${key}=`)})`));
    case "not":
      return `NOT (${sqlOf(condition.condition)})`;
    case "any":
      return anyOf(condition.conditions.map(sqlOf));
  }
}

const anyOf = (parts: string[]): string => (parts.length === 0 ? "false" : `(${parts.join(" OR ")})`);

export const oneOf = (column: string, values: readonly string[]): string =>
  values.length === 0 ? "false" : `${column} IN (${values.map(quoted).join(", ")})`;

/** The filter of every read and delete: always includes team and datasources. */
export function whereOf(
  of: { teamId: string; datasourceIds: readonly string[]; documentIds?: readonly string[] },
  conditions: readonly Condition[] = [],
): string {
  const documents = of.documentIds ? [oneOf("document", of.documentIds)] : [];
  const where = [`team = ${quoted(of.teamId)}`, oneOf("datasource", of.datasourceIds), ...documents];
  return [...where, ...conditions.map(sqlOf)].join(" AND ");
}
