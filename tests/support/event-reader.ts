import { onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Person } from "../bench/people";

/** Adds the events of a stream to a list as they come, until it ends. */
export async function collectEvents({ body }: Response, events: SessionEvent[]): Promise<void> {
  let text = "";
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) events.push(JSON.parse(line.slice(6)));
  }
}

/** A session's events over HTTP, as they come until the test is over. */
export function readStream(person: Person, url: string, sessionId: string): SessionEvent[] {
  const events: SessionEvent[] = [];
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const headers = { authorization: `Bearer ${person.token}` };
  fetch(`${url}/${person.slug}/session/${sessionId}/events`, { headers, signal: ending.signal })
    .then((response) => collectEvents(response, events))
    .catch(() => undefined);
  return events;
}

export const seqsOf = (events: readonly SessionEvent[]): number[] => events.flatMap(({ seq }) => seq ?? []);

export const runEnded = (events: readonly SessionEvent[]): boolean =>
  events.some(({ kind, body }) => kind === "status" && (body as { runStatus?: string }).runStatus === "completed");

/** Live text by message, as its pieces made it, and how many pieces did not continue what was there. */
export function liveTextOf(events: readonly SessionEvent[]): { texts: Map<string, string>; gaps: number } {
  const texts = new Map<string, string>();
  let gaps = 0;
  for (const { kind, body } of events) {
    const { messageId = "", offset = 0, text = "" } = body as { messageId?: string; offset?: number; text?: string };
    if (kind !== "delta" && kind !== "partial") continue;
    const have = texts.get(messageId) ?? "";
    if (offset > have.length) gaps += 1;
    texts.set(messageId, have.slice(0, offset) + text);
  }
  return { texts, gaps };
}
