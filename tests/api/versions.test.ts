import { beforeAll, expect, it } from "vitest";
import type { Message } from "@/lib/contract/sessions/message";
import { sessions } from "@/lib/contract/sessions/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { at, conversation, readMessages, say, settled, testWorker } from "../support/sessions";

ownDatabase();
beforeAll(() => testWorker());

const versionsOf = async (person: Person, sessionId: string, messageId: string) => {
  const { token, params } = at(person, sessionId);
  const call = callAs(sessions.versions, { token, params, query: { messageId } });
  const { versions } = (await expectOk(call)) as { versions: { messages: Message[] }[] };
  return versions.map(({ messages }) => messages.map(({ role, text }) => `${role}: ${text.slice(0, 20)}`));
};

it("edited messages and regenerated answers keep their versions", async () => {
  const { person, sessionId } = await conversation();
  const send = async (body: Record<string, unknown>) => {
    await expectOk(say(person, sessionId, body));
    await settled(person, sessionId);
    return readMessages(person, sessionId);
  };
  const [first] = await send({ message: "What is 2 * 3?" });
  expect(await versionsOf(person, sessionId, first?._id ?? "")).toEqual([]);
  const [edited, answer] = await send({ message: "What is 4 * 5?", replaces: first?._id });
  const original = ["user: What is 2 * 3?", expect.stringMatching(/^assistant: .*/)];
  expect(await versionsOf(person, sessionId, edited?._id ?? "")).toEqual([original]);
  await send({ message: "And more?" });
  const messages = await send({ replaces: answer?._id });
  expect(messages).toHaveLength(2);
  const last = messages[0]?._id ?? "";
  expect(await versionsOf(person, sessionId, last)).toEqual([
    original,
    ["user: What is 4 * 5?", expect.stringMatching(/^assistant: .*/)],
  ]);
  const { token, params } = at(person, sessionId);
  const gone = await callAs(sessions.versions, { token, params, query: { messageId: first?._id ?? "" } });
  expect(gone.status).toBe(404);
  const stranger = await newPerson();
  const hidden = callAs(sessions.versions, { token: stranger.token, params, query: { messageId: last } });
  expect((await hidden).status).toBe(404);
});
