import type { RecordMessage, StreamChoice } from "../shared/types";
import type { Hubspot } from "./client";
import type { Shape } from "./streams";

export interface HubspotObject {
  id: string;
  properties: Record<string, string | null>;
  updatedAt: Date;
}

export interface Reading {
  hubspot: Hubspot;
  stream: StreamChoice;
  shape: Shape;
  recordOf: (object: HubspotObject) => RecordMessage;
}

/** When an object last changed, in milliseconds, by the property that the search filters. */
export const timeOf = ({ updatedAt, properties }: HubspotObject, { changed }: Shape): number =>
  Date.parse(properties[changed] ?? "") || updatedAt.getTime();
