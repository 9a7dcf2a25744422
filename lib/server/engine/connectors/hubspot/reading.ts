import type { RecordMessage, StreamChoice } from "../shared/types";
import type { Hubspot } from "./client";
import type { StreamPlan } from "./streams";

export interface HubspotObject {
  id: string;
  properties: Record<string, string | null>;
  updatedAt: Date;
}

export interface ReadContext {
  hubspot: Hubspot;
  stream: StreamChoice;
  shape: StreamPlan;
  recordOf: (object: HubspotObject) => RecordMessage;
}

/** When an object last changed, in milliseconds, by the property that the search filters. */
export const getChangeTime = ({ updatedAt, properties }: HubspotObject, { changed }: StreamPlan): number =>
  Date.parse(properties[changed] ?? "") || updatedAt.getTime();
