import { defineConnector } from "../shared/define-connector";
import { ConnectorError } from "../shared/errors";
import type { DiscoveredStream } from "../shared/types";
import { listTables, type Table, toStreamName } from "./catalog";
import { inSession } from "./connect";
import { toPostgresError } from "./failure";
import { listCursorFields } from "./plan";
import { readPostgres } from "./read";
import { postgresSettings } from "./settings";

function toDiscoveredStream(table: Table): DiscoveredStream {
  const hasKey = table.primaryKeys.length > 0;
  const cursorFields = listCursorFields(table);
  return {
    name: toStreamName(table),
    fields: table.columns.map(({ name, type }) => ({ name, type })),
    primaryKeys: table.primaryKeys,
    cursorFields,
    // A view has no key, but can be synced by columns that the user chooses as one.
    modes:
      cursorFields.length > 0 && (hasKey || table.kind === "v" || table.kind === "m")
        ? ["full", "incremental"]
        : ["full"],
  };
}

/** Tables and views of one database. Deletions are detected because every read emits all keys. */
export const postgres = defineConnector({
  id: "postgres",
  settings: postgresSettings,
  addresses: ["host", "port"],
  convertError: toPostgresError,
  check: (settings, ctx) =>
    inSession(settings, ctx, async (session) => {
      const tables = await listTables(session, settings.schemas);
      if (tables.length > 0) return;
      const where = settings.schemas.length > 0 ? ` in ${settings.schemas.join(", ")}` : "";
      throw new ConnectorError(
        "permission",
        `Muster found no tables that it can read${where}. Check the schemas, and grant the user USAGE and SELECT.`,
      );
    }),
  discover: (settings, ctx) =>
    inSession(settings, ctx, async (session) => (await listTables(session, settings.schemas)).map(toDiscoveredStream)),
  read: readPostgres,
});
