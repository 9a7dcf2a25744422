import { toTextPart } from "./items";
import { maxNumberedText, type Numbered, textNumbers } from "./numbered";

/** A text that is being streamed. */
export interface OpenText {
  /** Of the event before it. */
  position: number;
  messageId: string;
  /** What was sent. */
  length: number;
  /** Of its item. */
  id: string;
  index: number;
}

export function toOpenEvents({ position, id, index }: OpenText): Numbered[] {
  const numbers = textNumbers(position);
  const at = { output_index: index };
  const item = { type: "message", id, status: "in_progress", role: "assistant", content: [] };
  const part = { ...at, item_id: id, content_index: 0, part: toTextPart("") };
  return [
    { number: numbers.item, type: "response.output_item.added", fields: { ...at, item } },
    { number: numbers.part, type: "response.content_part.added", fields: part },
  ];
}

/** Adds what was not sent of a text that begins at `offset`. */
export function addDelta(open: OpenText, text: string, offset = 0): Numbered[] {
  const end = Math.min(offset + text.length, maxNumberedText);
  if (end <= open.length) return [];
  const delta = text.slice(open.length - offset, end - offset);
  open.length = end;
  const fields = { item_id: open.id, output_index: open.index, content_index: 0, delta, logprobs: [] };
  const number = textNumbers(open.position).after(end);
  return [{ number, type: "response.output_text.delta", fields, isDivisible: true }];
}
