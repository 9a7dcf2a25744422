import { appendEvents } from "@/lib/server/engine/runs/log/events";
import { testDatabase } from "./database";
import { conversation } from "./sessions";

export const longMessages = 100;
const text = "Words. ".repeat(57_000);

/** A conversation of 40 MB: messages of 399,000 characters, each of which begins with its number. */
export async function longConversation() {
  const made = await conversation();
  const { sessionId } = made;
  const { db } = await testDatabase();
  for (let i = 0; i < longMessages; i += 1) {
    const author = { role: i % 2 === 0 ? ("user" as const) : ("assistant" as const), authorName: "A", authorId: null };
    const said = { text: `${i} ${text}`, ts: new Date().toISOString(), completed: true };
    const body = { _id: `message_${i}`, sessionId, ...author, ...said, parts: [], citations: [], usage: null };
    await db.transaction((tx) => appendEvents(tx, sessionId, null, [{ kind: "message", messageId: body._id, body }]));
  }
  return made;
}
