import { lookup } from "node:dns/promises";
import { postgres } from "../postgres/connector";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext, DiscoveredStream, Message, StreamChoice } from "../shared/types";
import type { AirbytePlace } from "./place";

/** Columns that Airbyte adds to each row. */
const rowId = "_airbyte_raw_id";
const landedAt = "_airbyte_extracted_at";
const isOwn = (name: string): boolean => /^_a(irbyte|b)_/.test(name);

const tlsModes: Record<string, string> = { "verify-full": "verify", "verify-ca": "verify", require: "require" };

/** The landing database as settings of Muster's PostgreSQL connector. */
export function landingConfig({ landingUrl }: Pick<AirbytePlace, "landingUrl">, schema: string) {
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
export function destinationConfig(place: Pick<AirbytePlace, "landingUrl">) {
  const { host, port, database, user, password, tls } = landingConfig(place, "public");
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
export const landingContext = (ctx: ConnectorContext): ConnectorContext => ({
  ...ctx,
  resolveAndPin: (host) => lookup(host),
});

/** The spelling that Airbyte uses for tables and columns in PostgreSQL. */
export const landedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_]/g, "_");

/** Each datasource has its own schema. */
export const landingSchema = (datasourceId: string): string => landedName(`muster_${datasourceId}`);

interface Landed {
  place: AirbytePlace;
  datasourceId: string;
  /** Without the schema. */
  table: string;
  stream: StreamChoice;
}

async function findTable({ place, datasourceId, table }: Landed, ctx: ConnectorContext): Promise<DiscoveredStream> {
  const schema = landingSchema(datasourceId);
  const tables = await postgres.discover(landingConfig(place, schema), ctx);
  const found = tables.find(({ name }) => landedName(name) === landedName(`${schema}.${table}`));
  if (found) return found;
  const sentence = `Airbyte says that it is done, but landed no table ${table}. Look into Airbyte's own log.`;
  throw new ConnectorError("vanished", sentence, { retryable: false });
}

/** Maps field names to the columns of a landed table, which Airbyte spells differently. */
function columnsOf({ fields }: DiscoveredStream, names: readonly string[]): string[] {
  const own = fields.map(({ name }) => name);
  return names.flatMap((name) => own.find((one) => landedName(one) === landedName(name)) ?? []);
}

/** Reads landed rows. Deletions are detected because every read emits all keys. */
export async function* readLanding(landed: Landed, state: unknown, given: ConnectorContext): AsyncIterable<Message> {
  const ctx = landingContext(given);
  const { place, datasourceId, stream } = landed;
  const table = await findTable(landed, ctx);
  const wanted = stream.fields ?? table.fields.map(({ name }) => name).filter((name) => !isOwn(name));
  const keys = columnsOf(table, stream.primaryKeys ?? []);
  const choice: StreamChoice = {
    name: table.name,
    mode: "incremental",
    fields: columnsOf(table, wanted),
    primaryKeys: keys.length > 0 ? keys : [rowId],
    cursorField: landedAt,
  };
  for await (const message of postgres.read(landingConfig(place, landingSchema(datasourceId)), choice, state, ctx)) {
    if (message.type !== "record") yield message;
    // The connector knows the table only by its local name.
    else if (message.title !== `${table.name} ${message.key}`) yield message;
    else yield { ...message, title: `${stream.name} ${message.key}` };
  }
}
