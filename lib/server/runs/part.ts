import { type SQL, sql } from "drizzle-orm";
import { sessionEvents } from "../sessions/table";
import type { NewEvent } from "./events";

/** Whose work in a process an event is of: a task's, or an agent's to whom it was passed on by a call. */
export interface Part {
  taskId: string;
  delegation?: string;
}

export function partOf(body: unknown): Part | undefined {
  const { taskId, delegation } = (body ?? {}) as Partial<Part>;
  if (!taskId) return undefined;
  return delegation ? { taskId, delegation } : { taskId };
}

/** A chat's whole run is one part. */
export const isPart = (part: Part | undefined, other: Part | undefined): boolean =>
  part === undefined || (part.taskId === other?.taskId && part.delegation === other?.delegation);

export const ofPart = <E extends { body: unknown }>(part: Part | undefined, events: E[]): E[] =>
  events.filter(({ body }) => isPart(part, partOf(body)));

/** The same as a condition. These fields are so small that they stay in the row of a body that lies in file storage. */
export const isOfPart = ({ taskId, delegation }: Part): SQL =>
  sql`(${sessionEvents.body}->>'taskId' = ${taskId} and ${sessionEvents.body}->>'delegation' is not distinct from ${delegation ?? null}::text)`;

export const inPart = (part: Part | undefined, events: NewEvent[]): NewEvent[] =>
  part ? events.map((event) => ({ ...event, body: { ...event.body, ...part } })) : events;
