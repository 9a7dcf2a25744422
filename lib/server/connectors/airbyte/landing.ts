import { lookup } from "node:dns/promises";
import { ConnectorError } from "../errors";
import { postgres } from "../postgres/connector";
import type { ConnectorContext, DiscoveredStream, Message, StreamChoice } from "../types";
import type { AirbytePlace } from "./place";

/** Columns that Airbyte adds to each row. */
const rowId = "_airbyte_raw_id";
const landedAt = "_airbyte_extracted_at";
const isOwn = (name: string): boolean => /^_a(irbyte|b)_/.test(name);

const tlsModes: Record<string, string> = { "verify-full": "verify", "verify-ca": "verify", require: "require" };

/** The landing's PostgreSQL as settings of Muster's connector for it. */
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

/** The same for Airbyte, which writes there. */
export function destinationConfig(place: Pick<AirbytePlace, "landingUrl">) {
  const { host, port, database, user, password, tls } = landingConfig(place, "public");
  return {
    destinationType: "postgres",
    ...{ host, port, database, username: user, password, schema: "public" },
    ssl_mode: { mode: tls === "off" ? "prefer" : "require" },
    tunnel_method: { tunnel_method: "NO_TUNNEL" },
  };
}

/** The operator's own address, not a user's: it is dialled wherever it is, next to Muster's own database too. */
export const landingContext = (ctx: ConnectorContext): ConnectorContext => ({
  ...ctx,
  resolveAndPin: (host) => lookup(host),
});

/** As Airbyte writes the names of tables and columns in PostgreSQL. */
export const landedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_]/g, "_");

/** Each datasource lands in a schema of its own. */
export const landingSchema = (datasourceId: string): string => landedName(`muster_${datasourceId}`);

interface Landed {
  place: AirbytePlace;
  datasourceId: string;
  /** Of the table, without its schema. */
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

/** The columns of a landed table under these names; Airbyte spells them in its own way. */
function columnsOf({ fields }: DiscoveredStream, names: readonly string[]): string[] {
  const own = fields.map(({ name }) => name);
  return names.flatMap((name) => own.find((one) => landedName(one) === landedName(name)) ?? []);
}

/** Takes up what has landed. Rows that are no longer there are noticed, as all keys are told each time. */
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
    // The connector knows the table only as it is called here.
    else if (message.title !== `${table.name} ${message.key}`) yield message;
    else yield { ...message, title: `${stream.name} ${message.key}` };
  }
}
