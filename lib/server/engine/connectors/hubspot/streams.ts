import { ConnectorError } from "../shared/errors";
import { getErrorStatus } from "../shared/service-error";
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
  emails: { title: "Emails", typeId: "0-49", names: ["hs_email_subject"] },
  meetings: { title: "Meetings", typeId: "0-47", names: ["hs_meeting_title"] },
  notes: { title: "Notes", typeId: "0-46", names: [] },
  tasks: { title: "Tasks", typeId: "0-27", names: ["hs_task_subject"] },
};

/** Only contacts use a different name. */
const changedProperty = (stream: string): string =>
  stream === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";

/** Undefined for objects that the credentials cannot see or the account does not have. */
async function ignoreHidden<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    const status = getErrorStatus(error);
    if (status === 403 || status === 404) return undefined;
    throw error;
  }
}

async function discoverStream(hubspot: Hubspot, name: string, title: string): Promise<DiscoveredStream | undefined> {
  const response = await ignoreHidden(hubspot.properties.getAll(name));
  if (!response) return undefined;
  const visible = response.results.filter(({ hidden, archived }) => !hidden && !archived);
  const fields = [{ name: "id", type: "id" }, ...visible.map((one) => ({ name: one.name, type: one.type }))];
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
  const custom = (await ignoreHidden(hubspot.schemas.getAll()))?.results ?? [];
  const kinds = [
    ...Object.entries(standard).map(([name, { title }]) => ({ name, title })),
    ...custom.map(({ fullyQualifiedName, name, labels }) => ({
      name: fullyQualifiedName ?? name,
      title: labels.plural ?? labels.singular ?? name,
    })),
  ];
  const streams: DiscoveredStream[] = [];
  for (const { name, title } of kinds) {
    const stream = await discoverStream(hubspot, name, title);
    if (stream) streams.push(stream);
  }
  if (streams.length > 0) return streams;
  const sentence =
    "These credentials have no access to any HubSpot data. Add a read scope, such as crm.objects.contacts.read.";
  throw new ConnectorError("permission", sentence);
}

export interface StreamPlan {
  /** The properties to request. */
  properties: string[];
  /** The requested properties that go into a record. */
  fields: ReadonlySet<string>;
  kind: Kind;
  changed: string;
  /** Objects of this type list those merged into them. */
  merges: boolean;
}

const mergedProperty = "hs_merged_object_ids";

/** The properties to request. Throws with the name of a selected property that no longer exists. */
export async function createPlan(hubspot: Hubspot, { name, fields }: StreamChoice): Promise<StreamPlan> {
  const found = await ignoreHidden(hubspot.properties.getAll(name));
  if (!found) {
    const sentence = `HubSpot no longer has the stream ${standard[name]?.title ?? name}, or these credentials can't access it. Choose the streams again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const propertiesByName = new Map(found.results.filter(({ archived }) => !archived).map((one) => [one.name, one]));
  const missing = (fields ?? []).filter((field) => field !== "id" && !propertiesByName.has(field));
  if (missing.length > 0) {
    const propertyText = `the ${missing.length === 1 ? "property" : "properties"} ${new Intl.ListFormat("en").format(missing)}`;
    const sentence = `HubSpot no longer has ${propertyText} in ${standard[name]?.title ?? name}. Choose the fields again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const visibleNames = [...propertiesByName.values()].filter(({ hidden }) => !hidden).map((one) => one.name);
  const shown = new Set((fields ?? visibleNames).filter((field) => field !== "id"));
  const kind = standard[name] ?? (await findCustomKind(hubspot, name));
  const changed = changedProperty(name);
  const merges = propertiesByName.has(mergedProperty);
  const properties = [...new Set([...shown, ...kind.names, changed, ...(merges ? [mergedProperty] : [])])];
  return { properties, fields: shown, kind, changed, merges };
}

async function findCustomKind(hubspot: Hubspot, name: string): Promise<Kind> {
  const custom = (await ignoreHidden(hubspot.schemas.getAll()))?.results ?? [];
  const schema = custom.find((one) => one.fullyQualifiedName === name || one.name === name);
  const primary = schema?.primaryDisplayProperty;
  return { title: name, typeId: schema?.objectTypeId ?? name, names: primary ? [primary] : [] };
}

/** Ids merged into an object, which no longer exist on their own. */
export const listMergedIds = (properties: Record<string, string | null>): string[] =>
  (properties[mergedProperty] ?? "").split(";").filter(Boolean);
