import { ConnectorError } from "../shared/errors";
import { statusIn } from "../shared/service-error";
import type { DiscoveredStream, StreamChoice } from "../shared/types";
import type { Hubspot } from "./client";

interface Kind {
  title: string;
  /** The object type id in HubSpot's URLs. */
  typeId: string;
  /** The properties that make up the title. */
  names: string[];
}

/** HubSpot's standard object types. */
const standard: Record<string, Kind> = {
  contacts: { title: "Contacts", typeId: "0-1", names: ["firstname", "lastname"] },
  companies: { title: "Companies", typeId: "0-2", names: ["name"] },
  deals: { title: "Deals", typeId: "0-3", names: ["dealname"] },
  tickets: { title: "Tickets", typeId: "0-5", names: ["subject"] },
  products: { title: "Products", typeId: "0-7", names: ["name"] },
  line_items: { title: "Line items", typeId: "0-8", names: ["name"] },
  quotes: { title: "Quotes", typeId: "0-14", names: ["hs_title"] },
  calls: { title: "Calls", typeId: "0-48", names: ["hs_call_title"] },
  emails: { title: "E-mails", typeId: "0-49", names: ["hs_email_subject"] },
  meetings: { title: "Meetings", typeId: "0-47", names: ["hs_meeting_title"] },
  notes: { title: "Notes", typeId: "0-46", names: [] },
  tasks: { title: "Tasks", typeId: "0-27", names: ["hs_task_subject"] },
};

/** Only contacts use a different name. */
const changedProperty = (stream: string): string =>
  stream === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";

/** Undefined for objects that the credentials cannot see or the account does not have. */
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

/** All object types that the credentials can see. */
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
  /** The properties to request. */
  properties: string[];
  /** The requested properties that go into a record. */
  shown: ReadonlySet<string>;
  kind: Kind;
  changed: string;
  /** Objects of this type list those merged into them. */
  merges: boolean;
}

const mergedProperty = "hs_merged_object_ids";

/** The properties to request. Throws with the name of a selected property that no longer exists. */
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
  const kind = standard[name] ?? (await customKind(hubspot, name));
  const changed = changedProperty(name);
  const merges = known.has(mergedProperty);
  const properties = [...new Set([...shown, ...kind.names, changed, ...(merges ? [mergedProperty] : [])])];
  return { properties, shown, kind, changed, merges };
}

async function customKind(hubspot: Hubspot, name: string): Promise<Kind> {
  const custom = (await seen(hubspot.schemas.getAll()))?.results ?? [];
  const own = custom.find((one) => one.fullyQualifiedName === name || one.name === name);
  const primary = own?.primaryDisplayProperty;
  return { title: name, typeId: own?.objectTypeId ?? name, names: primary ? [primary] : [] };
}

/** Ids merged into an object, which no longer exist on their own. */
export const mergedIn = (properties: Record<string, string | null>): string[] =>
  (properties[mergedProperty] ?? "").split(";").filter(Boolean);
