import { Column, getTableName, is, SQL } from "drizzle-orm";

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** A field of a drizzle query: a column, an expression, or one with an alias. */
export interface SelectedField {
  path: string[];
  field: unknown;
}

type Read = (row: readonly unknown[]) => unknown;

const identity = Column.prototype.mapFromDriverValue;

function findDecoder(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : Reflect.get(field as object, "sql");
  return Reflect.get(expression, "decoder");
}

function readValue(field: unknown, index: number): Read {
  const decoder = findDecoder(field);
  if (decoder.mapFromDriverValue === identity) return (row) => row[index];
  return (row) => (row[index] === null ? null : decoder.mapFromDriverValue(row[index]));
}

/** Null for a joined row that is missing: if all columns are of its table, and the first is null. */
function nullIfMissing(read: Read, columns: [Column, number][], notNull: Record<string, boolean>): Read {
  const [first] = columns;
  if (!first) return read;
  const table = getTableName(first[0].table);
  const isOwn = columns.every(([column]) => getTableName(column.table) === table);
  return isOwn && !notNull[table] ? (row) => (row[first[1]] === null ? null : read(row)) : read;
}

function readObject(fields: [SelectedField, number][], depth: number, notNull?: Record<string, boolean>): Read {
  const names = [...new Set(fields.map(([{ path }]) => path[depth] ?? ""))];
  const parts = names.map((name): [string, Read] => {
    const own = fields.filter(([{ path }]) => path[depth] === name);
    const [[{ path, field }, index]] = own as [[SelectedField, number]];
    if (path.length === depth + 1) return [name, readValue(field, index)];
    const read = readObject(own, depth + 1, notNull);
    const columns = own.flatMap(([one, at]): [Column, number][] =>
      one.path.length === 2 && is(one.field, Column) ? [[one.field, at]] : [],
    );
    return [name, notNull ? nullIfMissing(read, columns, notNull) : read];
  });
  return (row) => {
    const result: Record<string, unknown> = {};
    for (const [name, read] of parts) result[name] = read(row);
    return result;
  };
}

/**
 * Maps rows to objects as drizzle does, which looks up everything again for each cell of each row. `notNull`: by table,
 * whether its joined row is always there.
 */
export function compileRowMapper<T>(
  fields: readonly SelectedField[],
  notNull?: Record<string, boolean>,
): (rows: unknown[][]) => T[] {
  const indexed = fields.map((field, index): [SelectedField, number] => [field, index]);
  const read = readObject(indexed, 0, notNull);
  return (rows) => rows.map((row) => read(row) as T);
}
