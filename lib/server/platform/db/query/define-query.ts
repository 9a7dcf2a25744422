import { type Placeholder, type Query, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { Reader } from "../client";
import type * as schema from "../tables/schema";
import { compileRowMapper, type SelectedField } from "./row-mapper";

/** Connected to no database. */
const builder: NodePgDatabase<typeof schema> = drizzle.mock({ casing: "snake_case" });
const dialect = new PgDialect({ casing: "snake_case" });

type Builder = typeof builder;
type Values = Record<string, unknown>;

/** Names a value of the query. */
type ValueOf<V> = (name: keyof V & string) => Placeholder;

/** A query before it is run. */
interface Preparable<T> extends SQLWrapper {
  prepare(name: string): { execute(values: Values): Promise<T> };
}

interface Template<T> {
  query: Query;
  fields: never;
  mapRows: ((rows: unknown[][]) => T) | undefined;
}

function toTemplate<T>(built: Preparable<T>): Template<T> {
  const prepared = built.prepare("");
  const fields: SelectedField[] | undefined = Reflect.get(prepared, "fields");
  // Which of the joined rows may be missing.
  const mapRows = fields && compileRowMapper(fields, Reflect.get(prepared, "joinsNotNullableMap"));
  // Constants are part of the text, so that one plan suits all values.
  const query = dialect.sqlToQuery(built.getSQL().inlineParams());
  return { query, fields: fields as never, mapRows: mapRows as Template<T>["mapRows"] };
}

function run<T>(db: Reader, { query, fields, mapRows }: Template<T>, values: Values): Promise<T> {
  type Config = PreparedQueryConfig & { execute: T };
  return db._.session.prepareQuery<Config>(query, fields, undefined, mapRows !== undefined, mapRows).execute(values);
}

/**
 * A query that is built once for all databases and transactions. Building one, with its list of columns, takes
 * longer than running it. Use it for what each run or call executes. `V`: its values.
 */
export const defineQuery =
  <V extends Values>() =>
  <T>(build: (db: Builder, value: ValueOf<V>) => Preparable<T>) => {
    let template: Template<T> | undefined;
    return async (db: Reader, values: V): Promise<T> => {
      template ??= toTemplate(build(builder, (name) => sql.placeholder(name)));
      return run(db, template, values);
    };
  };

/** The same for a statement in SQL. Returns its rows. */
export const defineStatement =
  <V extends Values, R = unknown>() =>
  (build: (value: ValueOf<V>) => SQL) => {
    let template: Query | undefined;
    return async (db: Reader, values: V): Promise<R[]> => {
      template ??= dialect.sqlToQuery(build((name) => sql.placeholder(name)));
      type Config = PreparedQueryConfig & { execute: { rows: R[] } };
      return (await db._.session.prepareQuery<Config>(template, undefined, undefined, false).execute(values)).rows;
    };
  };

/** Renders a part of a query. Its values become constants: not for what callers send. */
export const renderSql = (part: SQL): SQL => sql.raw(dialect.sqlToQuery(part.inlineParams()).sql);
