import { defineConnector } from "../shared/define-connector";
import { ConnectorError } from "../shared/errors";
import type { DiscoveredStream } from "../shared/types";
import { airtableSettings, createAirtableCall } from "./client";
import { readAirtable } from "./read";
import { type Base, listBases, listTables, type Table } from "./schema";

const toDiscoveredStream = (base: Base, { id, name, fields }: Table): DiscoveredStream => ({
  name: `${base.id}/${id}`,
  title: `${base.name} · ${name}`,
  fields: fields.map((field) => ({ name: field.name, type: field.type })),
  primaryKeys: ["id"],
  // Airtable records when a record was last changed.
  cursorFields: [],
  modes: ["full", "incremental"],
});

/**
 * Tables of bases. Airtable does not count a changed lookup or formula as a change of the record: only a full refresh picks it
 * up.
 */
export const airtable = defineConnector({
  id: "airtable",
  settings: airtableSettings,
  async check(settings, ctx) {
    const call = createAirtableCall(settings, ctx);
    const [base] = await listBases(call, settings);
    if (!base)
      throw new ConnectorError(
        "permission",
        "The token is valid but has no access to any base. Add bases to the token in Airtable.",
      );
    await listTables(call, base.id);
  },
  async discover(settings, ctx) {
    const call = createAirtableCall(settings, ctx);
    const streams: DiscoveredStream[] = [];
    for (const base of await listBases(call, settings))
      streams.push(...(await listTables(call, base.id)).map((table) => toDiscoveredStream(base, table)));
    return streams;
  },
  read: readAirtable,
});
