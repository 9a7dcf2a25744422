import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/schemas";
import { findPrincipal } from "@/lib/server/access/auth/principal";
import { disconnectToken } from "@/lib/server/access/broadcast/disconnect";
import { countStreams } from "@/lib/server/access/broadcast/open-streams";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { at, newApp, newSession, readMessages, say, settled, testWorker } from "../support/sessions";

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

interface Reading {
  text: () => string;
  events: () => SessionEvent[];
  ended: () => boolean;
  headers: Headers;
}

async function read(person: Person, sessionId: string, options: { query?: object; headers?: object } = {}) {
  const { response } = await callAs(sessions.events, { ...at(person, sessionId), ...(options as object) });
  let [text, ended] = ["", false];
  const reader = response.body?.getReader();
  onTestFinished(() => reader?.cancel());
  void (async () => {
    for (const decoder = new TextDecoder(); ; ) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      text += decoder.decode(piece.value, { stream: true });
    }
    ended = true;
  })();
  const lines = () => text.split("\n").filter((line) => line.startsWith("data: "));
  const events = () => lines().map((line) => JSON.parse(line.slice(6)) as SessionEvent);
  return { text: () => text, events, ended: () => ended, headers: response.headers } satisfies Reading;
}

const seqs = (reading: Reading) => reading.events().flatMap(({ seq }) => seq ?? []);

describe("the event stream", () => {
  it("sends a comment at once, then the log, live text and ids", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const reading = await read(ada, sessionId);
    await expect.poll(reading.text).toMatch(/^: /);
    expect(reading.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await say(ada, sessionId, { message: "Hello" });
    await settled(ada, sessionId);
    await expect.poll(() => seqs(reading)).toEqual([1, 2, 3, 4, 5]);
    expect([...reading.text().matchAll(/^id: (\d+)\ndata: /gm)].map(([, id]) => Number(id))).toEqual([1, 2, 3, 4, 5]);
    const answer = (await readMessages(ada, sessionId)).at(-1);
    const deltas = reading.events().filter(({ kind }) => kind === "delta");
    expect(deltas.map(({ body }) => (body as { text: string }).text).join("")).toBe(answer?.text);
    expect(reading.events().find(({ kind }) => kind === "step")?.body).toMatchObject({ prompt: null });
  });

  it("goes on after a cursor: the query's, or the id that the browser had last", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    await say(ada, sessionId, { message: "Hello" });
    await settled(ada, sessionId);
    const after = await read(ada, sessionId, { query: { after: 3 } });
    await expect.poll(() => seqs(after)).toEqual([4, 5]);
    const again = await read(ada, sessionId, { query: { after: 1 }, headers: { "last-event-id": "4" } });
    await expect.poll(() => seqs(again)).toEqual([5]);
  });

  it("ends when its token does, and is forgotten when the reader leaves", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const reading = await read(ada, sessionId);
    expect(countStreams(ada.slug)).toBe(1);
    const principal = await findPrincipal((await testDatabase()).db, ada.token, false);
    await disconnectToken(principal?.tokenId ?? "");
    await expect.poll(reading.ended).toBe(true);
    const { response } = await callAs(sessions.events, at(ada, sessionId));
    expect(countStreams(ada.slug)).toBe(1);
    await response.body?.cancel();
    expect(countStreams(ada.slug)).toBe(0);
  });

  it("tells the rater's other pages of a rating, and nobody else's", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const { db } = await testDatabase();
    await db.insert(teamMembers).values({ teamId: ada.slug, accountId: bob.accountId, permissions: [] });
    const sessionId = await newSession(ada, await newApp(ada));
    await say(ada, sessionId, { message: "Hello" });
    await settled(ada, sessionId);
    const messageId = (await readMessages(ada, sessionId)).at(-1)?._id ?? "";
    const [hers, his] = [await read(ada, sessionId), await read({ ...bob, slug: ada.slug }, sessionId)];
    for (const reading of [hers, his]) await expect.poll(() => seqs(reading)).toEqual([1, 2, 3, 4, 5]);
    await expectOk(callAs(sessions.feedback, { ...at(ada, sessionId), body: { messageId, value: -1, reason: "Why" } }));
    const rated = (reading: Reading) => reading.events().filter(({ kind }) => kind === "feedback");
    await expect.poll(() => rated(hers)).toMatchObject([{ seq: null, sessionId, body: { messageId, value: -1 } }]);
    await say(ada, sessionId, { message: "Again" });
    await settled(ada, sessionId);
    await expect.poll(() => seqs(his).length).toBeGreaterThan(5);
    expect(rated(his)).toEqual([]);
  });
});
