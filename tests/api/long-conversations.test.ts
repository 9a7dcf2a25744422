import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { security } from "@/lib/contract/security/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Message } from "@/lib/contract/sessions/message";
import { sessions } from "@/lib/contract/sessions/schemas";
import { readHistory } from "@/lib/server/engine/runs/context/read-history";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { unpack } from "@/lib/server/platform/storage/tar";
import { callAs, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { longConversation, longMessages } from "../support/long-conversation";
import { longestBlock } from "../support/loop-delay";
import { at } from "../support/sessions";

ownDatabase();

let person: Person;
let sessionId: string;
beforeAll(async () => {
  ({ person, sessionId } = await longConversation());
}, 60_000);

const numberOf = (message: Pick<Message, "text">): number => Number.parseInt(message.text, 10);
const all = Array.from({ length: longMessages }, (_, i) => i);

describe("a conversation of 40 MB", () => {
  it("is paged by its length, newest first and oldest first, and nothing is left out", async () => {
    for (const forward of [false, true]) {
      const seen = forward ? [0] : [];
      let next: string | null = forward ? "message_0" : null;
      do {
        const query: object = { limit: "100", ...(next && { [forward ? "messageId" : "before"]: next }) };
        const { result, blockedMs } = await longestBlock(() =>
          callAs(sessions.messages, { ...at(person, sessionId), query }),
        );
        expect(blockedMs).toBeLessThan(200);
        const page = result.body as { messages: Message[]; next: string | null };
        expect(page.messages.length).toBeLessThan(15);
        seen.splice(forward ? seen.length : 0, 0, ...page.messages.map(numberOf));
        next = page.next;
      } while (next);
      expect(seen).toEqual(all);
    }
  });

  it("is paged by its length in the log", async () => {
    const seen: number[] = [];
    let after: number | null = 0;
    do {
      const query: object = { limit: "500", after: String(after) };
      const { result, blockedMs } = await longestBlock(() => callAs(sessions.log, { ...at(person, sessionId), query }));
      expect(blockedMs).toBeLessThan(200);
      const page = result.body as { events: SessionEvent[]; next: number | null };
      expect(page.events.length).toBeLessThan(15);
      seen.push(...page.events.map(({ body }) => numberOf(body as Message)));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(all);
  });

  it("is read for a model as far as its context window goes, and to the user's last message", async () => {
    const { db } = await testDatabase();
    const numbers = async (chars: number) =>
      (await readHistory(db, sessionId, chars)).map(({ body }) => numberOf(body as Message));
    expect(await numbers(1_000_000)).toEqual([97, 98, 99]);
    const bytes = vi.spyOn(fileStore(), "bytes");
    onTestFinished(() => bytes.mockRestore());
    expect(await numbers(1)).toEqual([98, 99]);
    expect(bytes).toHaveBeenCalledTimes(2);
    expect((await numbers(Number.MAX_SAFE_INTEGER)).length).toBeLessThan(15);
  });

  it("is exported with the account message by message, and its ratings", async () => {
    const rating = { messageId: "message_3", value: -1, reason: "Too long" };
    expect((await callAs(sessions.feedback, { ...at(person, sessionId), body: rating })).status).toBe(200);
    const { result, blockedMs } = await longestBlock(async () => {
      const { response } = await callAs(security.export, { token: person.token });
      const found = new Map<string, Buffer[]>();
      if (!response.body) throw new Error("Nothing was sent.");
      await unpack(response.body, async ({ name }, content) => void found.set(name, await Array.fromAsync(content)));
      return found;
    });
    expect(blockedMs).toBeLessThan(200);
    const exported = JSON.parse(String(Buffer.concat(result.get(`muster/sessions/${sessionId}.json`) ?? [])));
    expect(exported).toMatchObject({ id: sessionId, name: expect.any(String), teamId: person.slug });
    expect(exported.messages.map(numberOf)).toEqual(all);
    const rated = exported.messages.filter((message: object) => "feedback" in message);
    expect(rated).toMatchObject([{ _id: "message_3", feedback: -1, reason: "Too long" }]);
  });
});
