import type { Message, StreamChoice } from "./types";

/** Reduces each record's data to the selected fields; keeps all when none are selected. */
export async function* pickFields(messages: AsyncIterable<Message>, { fields }: StreamChoice): AsyncIterable<Message> {
  const selected = fields && new Set(fields);
  for await (const message of messages) {
    if (!selected || message.type !== "record" || !message.data) yield message;
    else {
      const data = Object.fromEntries(Object.entries(message.data).filter(([name]) => selected.has(name)));
      yield { ...message, data };
    }
  }
}
