import { type Placeholder, type Query, type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { Reader } from "../client";
import type * as schema from "../tables/schema";

/** Connected to no database. */
const builder: NodePgDatabase<typeof schema> = drizzle.mock({ casing: "snake_case" });
const dialect = new PgDialect({ casing: "snake_case" });

/** Names a value of the query. */
type ValueOf<V> = (name: keyof V & string) => Placeholder;

interface Template<T> {
  getQuery(): Query;
  execute(values: Record<string, unknown>): Promise<T>;
}

/**
 * A query that is built once for all databases and transactions. Building one, with its list of columns, takes
 * longer than running it. Use it for what each run or call executes. `V`: its values.
 */
export const defineQuery =
  <V extends Record<string, unknown>>() =>
  <T>(build: (db: typeof builder, value: ValueOf<V>) => { prepare(name: string): Template<T> }) => {
    let template: Template<T> | undefined;
    return async (db: Reader, values: V): Promise<T> => {
      template ??= build(builder, (name) => sql.placeholder(name)).prepare("");
      const fields = Reflect.get(template, "fields");
      type Config = PreparedQueryConfig & { execute: T };
      const query = db._.session.prepareQuery<Config>(template.getQuery(), fields, undefined, fields !== undefined);
      // Which of the joined rows may be missing.
      Reflect.set(query, "joinsNotNullableMap", Reflect.get(template, "joinsNotNullableMap"));
      return query.execute(values);
    };
  };

/** The same for a statement in SQL. Returns its rows. */
export const defineStatement =
  <V extends Record<string, unknown>, R = unknown>() =>
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
