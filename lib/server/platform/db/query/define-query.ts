import { createHash } from "node:crypto";
import { fillPlaceholders, type Placeholder, type Query, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type { CustomTypesConfig } from "pg";
import type { Reader } from "../client";
import { isRead, type SharedRunner } from "../connection/shared-connection";
import type * as schema from "../tables/schema";
import { compileRowMapper, type SelectedField } from "./row-mapper";

/** Connected to no database. */
const builder: NodePgDatabase<typeof schema> = drizzle.mock({ casing: "snake_case" });
const dialect = new PgDialect({ casing: "snake_case" });

export type Builder = typeof builder;
export type Values = Record<string, unknown>;

/** Names a value of the query. */
type ValueOf<V> = (name: keyof V & string) => Placeholder;

/** A query before it is run. */
export interface Preparable<T> extends SQLWrapper {
  prepare(name: string): { execute(values: Values): Promise<T> };
}

interface Template<T> {
  query: Query;
  /** Of a prepared statement. */
  name: string | undefined;
  isShort: boolean;
  /** Undefined: the rows stay objects. */
  mapRows: ((rows: unknown[][]) => T) | undefined;
}

/** The same as drizzle's: columns decode their own dates. */
const { types }: { types: CustomTypesConfig } = Reflect.get(
  builder._.session.prepareQuery({ sql: "", params: [] }, undefined, undefined, false),
  "rawQueryConfig",
);

/** Names a prepared statement, so that it takes none of the names that `prepareStatements` gives to others. */
const toName = ({ sql: text }: Query): string =>
  `built_${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;

function toTemplate<T>(built: Preparable<T>, nameOf?: (query: Query) => string): Template<T> {
  const prepared = built.prepare("");
  const fields: SelectedField[] | undefined = Reflect.get(prepared, "fields");
  // Which of the joined rows may be missing.
  const mapRows = fields && compileRowMapper(fields, Reflect.get(prepared, "joinsNotNullableMap"));
  // Constants are part of the text, so that one plan suits all values.
  const query = dialect.sqlToQuery(built.getSQL().inlineParams());
  const name = nameOf?.(query);
  return { query, name, isShort: name !== undefined && isRead(query.sql), mapRows: mapRows as Template<T>["mapRows"] };
}

/**
 * Sends the query before it returns: of a transaction's queries, those called first are sent first. Drizzle would put
 * together a query object each time.
 */
async function run<T>(db: Reader, { query, name, isShort, mapRows }: Template<T>, values: Values): Promise<T> {
  const client: SharedRunner = Reflect.get(db._.session, "client");
  const runner = isShort ? (client.short ?? client) : client;
  const config = { text: query.sql, name, types, rowMode: mapRows && ("array" as const) };
  const { rows } = await runner.query(config, fillPlaceholders(query.params, values));
  return mapRows ? mapRows(rows) : (rows as T);
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
      template ??= toTemplate(build(builder, sql.placeholder), toName);
      return run(db, template, values);
    };
  };

/** The values of a query that are given, by name. */
export type Given<V> = { [K in keyof V]: undefined extends V[K] ? Placeholder | undefined : Placeholder };

/** More than a list's pages have in use; bounds the memory. */
const maxTemplates = 100;

/**
 * The same for a query that depends on which values are given: it is built once for each combination of them, and of
 * `choices`, which have few values.
 */
export const defineQueries =
  <V extends Values, C extends Record<string, string>>() =>
  <T>(build: (db: Builder, given: Given<V>, choices: C) => Preparable<T>) => {
    const templates = new Map<string, Template<T>>();
    return async (db: Reader, values: V, choices: C): Promise<T> => {
      const names = Object.keys(values).filter((name) => values[name] !== undefined);
      const key = `${Object.values(choices)} ${names}`;
      let template = templates.get(key);
      if (!template) {
        const given = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
        template = toTemplate(build(builder, given as Given<V>, choices));
        if (templates.size >= maxTemplates) templates.clear();
        templates.set(key, template);
      }
      return run(db, template, values);
    };
  };

/** The same for a statement in SQL. Returns its rows. */
export const defineStatement =
  <V extends Values, R = unknown>() =>
  (build: (value: ValueOf<V>) => SQL) => {
    let template: Template<R[]> | undefined;
    return (db: Reader, values: V): Promise<R[]> => {
      const query = template?.query ?? dialect.sqlToQuery(build(sql.placeholder));
      template ??= { query, name: toName(query), isShort: isRead(query.sql), mapRows: undefined };
      return run(db, template, values);
    };
  };

/** Renders a part of a query. Its values become constants: not for what callers send. */
export const renderSql = (part: SQL): SQL => sql.raw(dialect.sqlToQuery(part.inlineParams()).sql);
