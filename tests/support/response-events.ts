import type { ResponseStreamEvent } from "openai/resources/responses/responses";
import { expect } from "vitest";

/** The texts of a stream by their item, as a client puts them together. */
export function readTexts(events: readonly ResponseStreamEvent[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const event of events)
    if (event.type === "response.output_text.delta")
      texts.set(event.item_id, `${texts.get(event.item_id) ?? ""}${event.delta}`);
  return texts;
}

/** Collects the events of a stream, whose numbers must rise. */
export async function collect(
  stream: AsyncIterable<ResponseStreamEvent>,
  until: (event: ResponseStreamEvent) => boolean = () => false,
  after = -1,
): Promise<ResponseStreamEvent[]> {
  const events: ResponseStreamEvent[] = [];
  for await (const event of stream) {
    expect(event.sequence_number).toBeGreaterThan(events.at(-1)?.sequence_number ?? after);
    events.push(event);
    if (until(event)) break;
  }
  return events;
}
