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

export const inPart = (part: Part | undefined, events: NewEvent[]): NewEvent[] =>
  part ? events.map((event) => ({ ...event, body: { ...event.body, ...part } })) : events;
