import { lookup } from "node:dns/promises";
import { postgres } from "../postgres/connector";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext, DiscoveredStream, Message, StreamChoice } from "../shared/types";
import type { AirbyteConfig } from "./config";

/** Columns that Airbyte adds to each row. */
const rowId = "_airbyte_raw_id";
const landedAt = "_airbyte_extracted_at";
const isAirbyteColumn = (name: string): boolean => /^_a(irbyte|b)_/.test(name);

const tlsModes: Record<string, string> = { "verify-full": "verify", "verify-ca": "verify", require: "require" };

/** The landing database as settings of Muster's PostgreSQL connector. */
export function toLandingConfig({ landingUrl }: Pick<AirbyteConfig, "landingUrl">, schema: string) {
  const { hostname, port, pathname, username, password, searchParams } = new URL(landingUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || 5_432,
    database: decodeURIComponent(pathname.slice(1)) || "postgres",
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
    tls: tlsModes[searchParams.get("sslmode") ?? ""] ?? "off",
    schemas: [schema],
  };
}

/** The landing database as settings of Airbyte's destination. */
export function toDestinationConfig(config: Pick<AirbyteConfig, "landingUrl">) {
  const { host, port, database, user, password, tls } = toLandingConfig(config, "public");
  return {
    destinationType: "postgres",
    host,
    port,
    database,
    username: user,
    password,
    schema: "public",
    ssl_mode: { mode: tls === "off" ? "prefer" : "require" },
    tunnel_method: { tunnel_method: "NO_TUNNEL" },
  };
}

/** The address is the operator's, not a user's, so private addresses are allowed. */
export const toLandingContext = (ctx: ConnectorContext): ConnectorContext => ({
  ...ctx,
  resolveAndPin: (host) => lookup(host),
});

/** The spelling that Airbyte uses for tables and columns in PostgreSQL. */
export const toLandedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_]/g, "_");

/** Each datasource has its own schema. */
export const toLandingSchema = (datasourceId: string): string => toLandedName(`muster_${datasourceId}`);

interface LandedStream {
  config: AirbyteConfig;
  datasourceId: string;
  /** Without the schema. */
  table: string;
  stream: StreamChoice;
}

async function findTable(
  { config, datasourceId, table }: LandedStream,
  ctx: ConnectorContext,
): Promise<DiscoveredStream> {
  const schema = toLandingSchema(datasourceId);
  const tables = await postgres.discover(toLandingConfig(config, schema), ctx);
  const found = tables.find(({ name }) => toLandedName(name) === toLandedName(`${schema}.${table}`));
  if (found) return found;
  const sentence = `Airbyte reported success, but the table ${table} is missing. Check the Airbyte log.`;
  throw new ConnectorError("vanished", sentence, { retryable: false });
}

/** Maps field names to the columns of a landed table, which Airbyte spells differently. */
function findColumns({ fields }: DiscoveredStream, names: readonly string[]): string[] {
  const columns = fields.map(({ name }) => name);
  return names.flatMap((name) => columns.find((column) => toLandedName(column) === toLandedName(name)) ?? []);
}

/** Reads landed rows. Deletions are detected because every read emits all keys. */
export async function* readLanding(
  landed: LandedStream,
  state: unknown,
  context: ConnectorContext,
): AsyncIterable<Message> {
  const ctx = toLandingContext(context);
  const { config, datasourceId, stream } = landed;
  const table = await findTable(landed, ctx);
  const selected = stream.fields ?? table.fields.map(({ name }) => name).filter((name) => !isAirbyteColumn(name));
  const keys = findColumns(table, stream.primaryKeys ?? []);
  const choice: StreamChoice = {
    name: table.name,
    mode: "incremental",
    fields: findColumns(table, selected),
    primaryKeys: keys.length > 0 ? keys : [rowId],
    cursorField: landedAt,
  };
  for await (const message of postgres.read(
    toLandingConfig(config, toLandingSchema(datasourceId)),
    choice,
    state,
    ctx,
  )) {
    if (message.type !== "record") yield message;
    // The connector knows the table only by its local name.
    else if (message.title !== `${table.name} ${message.key}`) yield message;
    else yield { ...message, title: `${stream.name} ${message.key}` };
  }
}
