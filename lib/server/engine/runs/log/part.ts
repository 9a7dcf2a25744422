import { type SQL, sql } from "drizzle-orm";
import type { Given } from "../../../platform/db/query/define-query";
import { sessionEvents } from "../../../platform/db/tables/sessions";
import type { NewEvent } from "./events";

/** The part of a process that an event belongs to: a task, or an agent's delegated work. */
export interface Part {
  taskId: string;
  delegation?: string;
}

export function toPart({ taskId, delegation }: Partial<Part>): Part | undefined {
  if (!taskId) return undefined;
  return delegation ? { taskId, delegation } : { taskId };
}

/** A chat's whole run is one part. */
export const matchesPart = (part: Part | undefined, other: Part | undefined): boolean =>
  part === undefined || (part.taskId === other?.taskId && part.delegation === other?.delegation);

export const filterByPart = <B extends Partial<Part>>(part: Part | undefined, bodies: B[]): B[] =>
  bodies.filter((body) => matchesPart(part, toPart(body)));

/** The same as an SQL condition. These fields remain in the row of an offloaded body. */
export const partCondition = ({ taskId, delegation }: Part | Given<Part>): SQL =>
  sql`(${sessionEvents.body}->>'taskId' = ${taskId} and ${sessionEvents.body}->>'delegation' is not distinct from ${delegation ?? null}::text)`;

export const assignPart = (part: Part | undefined, events: NewEvent[]): NewEvent[] =>
  part ? events.map((event) => withPart(event, part)) : events;

const withPart = <E extends NewEvent>(event: E, part: Part): E => ({ ...event, body: { ...event.body, ...part } });
