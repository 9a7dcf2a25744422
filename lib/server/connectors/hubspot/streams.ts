import { ConnectorError } from "../errors";
import { statusIn } from "../service-error";
import type { DiscoveredStream, StreamChoice } from "../types";
import type { Hubspot } from "./client";

/** HubSpot's own kinds of objects, with the properties that name one. */
const standard: Record<string, { title: string; names: string[] }> = {
  contacts: { title: "Contacts", names: ["firstname", "lastname"] },
  companies: { title: "Companies", names: ["name"] },
  deals: { title: "Deals", names: ["dealname"] },
  tickets: { title: "Tickets", names: ["subject"] },
  products: { title: "Products", names: ["name"] },
  line_items: { title: "Line items", names: ["name"] },
  quotes: { title: "Quotes", names: ["hs_title"] },
  calls: { title: "Calls", names: ["hs_call_title"] },
  emails: { title: "E-mails", names: ["hs_email_subject"] },
  meetings: { title: "Meetings", names: ["hs_meeting_title"] },
  notes: { title: "Notes", names: [] },
  tasks: { title: "Tasks", names: ["hs_task_subject"] },
};

/** Contacts alone call it otherwise. */
export const changedProperty = (stream: string): string =>
  stream === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";

/** Undefined for what the credentials may not see or the account does not have. */
async function seen<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const status = statusIn(error);
    if (status === 403 || status === 404) return undefined;
    throw error;
  }
}

async function streamOf(hubspot: Hubspot, name: string, title: string): Promise<DiscoveredStream | undefined> {
  const found = await seen(hubspot.properties.getAll(name));
  if (!found) return undefined;
  const shown = found.results.filter(({ hidden, archived }) => !hidden && !archived);
  const fields = [{ name: "id", type: "id" }, ...shown.map((one) => ({ name: one.name, type: one.type }))];
  return {
    name,
    title,
    fields,
    primaryKeys: ["id"],
    cursorFields: [changedProperty(name)],
    modes: ["full", "incremental"],
  };
}

/** All kinds of objects that the credentials may see. */
export async function discoverHubspot(hubspot: Hubspot): Promise<DiscoveredStream[]> {
  const custom = (await seen(hubspot.schemas.getAll()))?.results ?? [];
  const kinds = [
    ...Object.entries(standard).map(([name, { title }]) => ({ name, title })),
    ...custom.map(({ fullyQualifiedName, name, labels }) => ({
      name: fullyQualifiedName ?? name,
      title: labels.plural ?? labels.singular ?? name,
    })),
  ];
  const streams: DiscoveredStream[] = [];
  for (const { name, title } of kinds) {
    const stream = await streamOf(hubspot, name, title);
    if (stream) streams.push(stream);
  }
  if (streams.length > 0) return streams;
  const sentence =
    "HubSpot shows nothing to these credentials. Give them a read scope, such as crm.objects.contacts.read.";
  throw new ConnectorError("permission", sentence);
}

export interface Shape {
  /** Of the objects to ask for. */
  properties: string[];
  /** Those of them that go into a record. */
  shown: ReadonlySet<string>;
  names: string[];
  changed: string;
  /** The objects of this kind say which others were merged into them. */
  merges: boolean;
}

const mergedProperty = "hs_merged_object_ids";

/** What to ask for. A chosen property that HubSpot no longer has ends the sync with its name. */
export async function shapeOf(hubspot: Hubspot, { name, fields }: StreamChoice): Promise<Shape> {
  const found = await seen(hubspot.properties.getAll(name));
  if (!found) {
    const sentence = `HubSpot no longer has ${standard[name]?.title ?? name}, or does not show it to these credentials. Choose the streams again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const known = new Map(found.results.filter(({ archived }) => !archived).map((one) => [one.name, one]));
  const gone = (fields ?? []).filter((field) => field !== "id" && !known.has(field));
  if (gone.length > 0) {
    const which = gone.length === 1 ? `the property ${gone[0]}` : `the properties ${gone.join(", ")}`;
    const sentence = `HubSpot no longer has ${which} of ${standard[name]?.title ?? name}. Choose the fields again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const all = [...known.values()].filter(({ hidden }) => !hidden).map((one) => one.name);
  const shown = new Set((fields ?? all).filter((field) => field !== "id"));
  const names = standard[name]?.names ?? (await primaryOf(hubspot, name));
  const changed = changedProperty(name);
  const merges = known.has(mergedProperty);
  const properties = [...new Set([...shown, ...names, changed, ...(merges ? [mergedProperty] : [])])];
  return { properties, shown, names, changed, merges };
}

async function primaryOf(hubspot: Hubspot, name: string): Promise<string[]> {
  const custom = (await seen(hubspot.schemas.getAll()))?.results ?? [];
  const own = custom.find((one) => one.fullyQualifiedName === name || one.name === name);
  return own?.primaryDisplayProperty ? [own.primaryDisplayProperty] : [];
}

/** The ids that were merged into an object and are no longer there themselves. */
export const mergedIn = (properties: Record<string, string | null>): string[] =>
  (properties[mergedProperty] ?? "").split(";").filter(Boolean);
