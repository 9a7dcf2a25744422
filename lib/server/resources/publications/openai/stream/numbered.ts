import { numbersPerEvent } from "@/lib/constants/openai";

/** An event of a response's stream. Its number depends on the session's log and the position in a text only. */
export interface Numbered {
  number: number;
  type: string;
  fields: Record<string, unknown>;
  /** A text whose last character has the number, and those before it the numbers before. */
  isDivisible?: true;
}

/** Where what is in a range of an event begins: what it makes itself, the text after it, and the end of the response. */
const textStart = 32;
export const endOffset = numbersPerEvent - 1;
export const maxNumberedText = numbersPerEvent - 2 * textStart;

export const rangeStart = (position: number): number => position * numbersPerEvent;

/** Of the text that follows the event at a position: its item begins, its part begins, and so many characters were sent. */
export const textNumbers = (position: number) => {
  const start = rangeStart(position) + textStart;
  return { item: start - 2, part: start - 1, after: (length: number) => start + length };
};

/** What follows a number; the rest of a text that was sent in part. */
export function cutAfter(event: Numbered, after: number): Numbered | null {
  if (event.number <= after) return null;
  const { delta } = event.fields;
  if (!event.isDivisible || typeof delta !== "string") return event;
  const missing = event.number - after;
  return missing < delta.length ? { ...event, fields: { ...event.fields, delta: delta.slice(-missing) } } : event;
}
