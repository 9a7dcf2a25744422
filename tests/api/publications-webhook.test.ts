import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type WebhookPreset, webhookPresets } from "@/lib/constants/publications";
import { publications } from "@/lib/contract/publications/schemas";
import { webhookDeliveries } from "@/lib/server/platform/db/tables/webhooks";
import { startDueDeliveries } from "@/lib/server/resources/publications/webhook/due";
import { callAs, expectOk, newPerson, send } from "../support/client";
import { testDatabase } from "../support/database";
import { edit, ofPublication, publish, readCalls } from "../support/publications";
import { readMessages, settled, testWorker } from "../support/sessions";
import { deliver, eventOf, newHook, readDeliveries, senders, sessionIdOf } from "../support/webhooks";

beforeAll(async () => {
  await testWorker();
});

const timed = ["standard", "stripe", "slack"] as const;
const now = () => Math.floor(Date.now() / 1_000);

describe.each(webhookPresets)("an event signed as %s", (preset) => {
  it("is stored, starts a run and is listed", async () => {
    const hook = await newHook(preset);
    const reply = await deliver(hook, eventOf(preset, "evt_1", "What is open?"));
    expect(reply).toMatchObject({ status: 202, body: { runId: expect.stringMatching(/^run_/) } });
    const sessionId = sessionIdOf(reply);
    await settled(hook.person, sessionId);
    const messages = await readMessages(hook.person, sessionId);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(messages[0]?.text).toBe("What is open?");
    expect(await readDeliveries(hook)).toMatchObject([{ status: "started", eventId: "evt_1", sessionId }]);
    expect(await readCalls(hook)).toMatchObject([{ way: "webhook", httpStatus: 202, sessionId }]);
  });

  it("returns the same run when it is sent again", async () => {
    const hook = await newHook(preset);
    const first = await deliver(hook, eventOf(preset, "evt_1"));
    const again = await Promise.all(Array.from({ length: 5 }, () => deliver(hook, eventOf(preset, "evt_1"))));
    expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [202, first.body]));
    expect((await deliver(hook, eventOf(preset, "evt_2"))).body.runId).not.toBe(first.body.runId);
    expect(await readDeliveries(hook)).toHaveLength(2);
  });

  it("is not found with another secret, and like that when the webhook is unknown or off", async () => {
    const hook = await newHook(preset);
    const seen = async (reply: ReturnType<typeof deliver>) => {
      const { status, body } = await reply;
      return [status, body];
    };
    const forged = await seen(deliver(hook, { secret: "whsec_c29tZW9uZSBlbHNl" }));
    expect(forged[0]).toBe(404);
    expect(await seen(deliver({ ...hook, publicationId: `publication_${randomUUID()}` }))).toEqual(forged);
    const signed = senders[preset]({ secret: hook.secret, body: '{"message":"Hello"}' });
    const altered = await send("POST", `/hooks/${hook.publicationId}`, undefined, { headers: {} });
    expect([altered.status, altered.body]).toEqual(forged);
    if (preset !== "gitlab" && preset !== "bearer") {
      const other = send("POST", `/hooks/${hook.publicationId}`, '{"message":"Hello!"}', { headers: signed });
      expect(await seen(other)).toEqual(forged);
    }
    await expectOk(edit(hook, { enabled: false }));
    expect(await seen(deliver(hook))).toEqual(forged);
    await expectOk(edit(hook, { enabled: true, ways: { openai: true } }));
    expect(await seen(deliver(hook))).toEqual(forged);
    expect(await readDeliveries(hook)).toEqual([]);
  });

  it("may be signed with the replaced secret until that expires", async () => {
    const hook = await newHook(preset);
    const rotate = (overlapHours: number) =>
      expectOk(
        callAs(publications.rotateSecret, {
          ...ofPublication(hook.person, hook.publicationId),
          body: { overlapHours },
        }),
      );
    const { webhookSecret } = await rotate(1);
    const renewed = { ...hook, secret: String(webhookSecret) };
    expect((await deliver(hook)).status).toBe(202);
    expect((await deliver(renewed)).status).toBe(202);
    await rotate(0);
    expect((await deliver(renewed)).status).toBe(404);
  });
});

describe("the time of a signature", () => {
  it.each(timed.flatMap((preset) => [-360, 360].map((skew): [WebhookPreset, number] => [preset, skew])))(
    "of %s may not be %i seconds off",
    async (preset, skew) => {
      const hook = await newHook(preset);
      expect((await deliver(hook, { at: now() + skew })).status).toBe(404);
      expect((await deliver(hook, { at: now() + Math.sign(skew) * 240 })).status).toBe(202);
    },
  );

  it("is needed for no event of GitHub, which is taken once however late it is sent again", async () => {
    const hook = await newHook("github");
    const first = await deliver(hook, { id: "one" });
    const { db } = await testDatabase();
    await db.update(webhookDeliveries).set({ dateCreated: new Date(Date.now() - 5 * 86_400_000) });
    expect((await deliver(hook, { id: "one" })).body).toEqual(first.body);
  });

  it.each(["slack", "stripe"] as const)(
    "limits how long a recorded request of %s can be sent again",
    async (preset) => {
      const hook = await newHook(preset);
      const body = JSON.stringify({ message: "Hello" });
      const headers = senders[preset]({ secret: hook.secret, body });
      const replay = (key: string) =>
        send("POST", `/hooks/${hook.publicationId}`, body, { headers: { ...headers, "idempotency-key": key } });
      const first = await replay("one");
      expect(first.status).toBe(202);
      expect((await replay("two")).body).toEqual(first.body);
      expect(await readDeliveries(hook)).toHaveLength(1);
    },
  );

  it("lets the id of another sender be used again after a day", async () => {
    const hook = await newHook("bearer");
    const first = await deliver(hook, { id: "one" });
    const { db } = await testDatabase();
    await db.update(webhookDeliveries).set({ dateCreated: new Date(Date.now() - 25 * 3_600_000) });
    const again = await deliver(hook, { id: "one" });
    expect(again.status).toBe(202);
    expect(again.body.runId).not.toBe(first.body.runId);
  });
});

describe("a handshake", () => {
  it("of Slack returns the challenge and starts nothing, if it is signed", async () => {
    const hook = await newHook("slack");
    const body = { type: "url_verification", challenge: "3eZbrw1aB", token: "old" };
    expect(await deliver(hook, { body })).toMatchObject({ status: 200, body: { challenge: "3eZbrw1aB" } });
    expect((await deliver(hook, { body, secret: "another" })).status).toBe(404);
    expect(await readDeliveries(hook)).toEqual([]);
  });

  it("of GitHub starts nothing", async () => {
    const hook = await newHook("github");
    expect((await deliver(hook, { headers: { "x-github-event": "ping" } })).status).toBe(200);
    expect(await readDeliveries(hook)).toEqual([]);
  });
});

const many = Number(process.env.WEBHOOK_EVENTS ?? 240);

describe("many events", () => {
  it("in any order, each several times, start one run each", { timeout: 60_000 + many * 200 }, async () => {
    const hook = await newHook("standard", { body: { concurrency: 200 } });
    const { db } = await testDatabase();
    const ids = Array.from({ length: many / 4 }, (_, i) => `evt_${i}`);
    const sent = [...ids, ...ids.toSorted(() => Math.random() - 0.5), ...ids.toReversed(), ...ids];
    const runs = new Map<string, Set<unknown>>();
    for (let at = 0; at < sent.length; at += 12) {
      const replies = sent
        .slice(at, at + 12)
        .map(async (id) => ({ id, ...(await deliver(hook, eventOf("standard", id))) }));
      for (const { id, status, body } of await Promise.all(replies)) {
        expect([id, status]).toEqual([id, 202]);
        runs.set(id, (runs.get(id) ?? new Set()).add(body.runId));
      }
      await startDueDeliveries(db);
    }
    expect([...runs.values()].every((found) => found.size === 1)).toBe(true);
    expect(new Set([...runs.values()].flatMap((found) => [...found])).size).toBe(ids.length);
    const own = eq(webhookDeliveries.publicationId, hook.publicationId);
    expect(await db.$count(webhookDeliveries, own)).toBe(ids.length);
  });
});

describe("a webhook", () => {
  it("takes ids and types with characters that cannot be stored", async () => {
    const hook = await newHook("stripe");
    const body = { id: "evt_\u0000one", type: "a\u0000\ud800b", message: "Hello" };
    expect((await deliver(hook, { body })).status).toBe(202);
    const [delivery] = await readDeliveries(hook);
    expect(delivery).toMatchObject({ status: "started", eventId: expect.stringMatching(/^evt_.?one$/u) });
  });

  it("takes a megabyte, and no more", async () => {
    const hook = await newHook("bearer");
    const pad = (bytes: number) => JSON.stringify({ message: "Hello", pad: "x".repeat(bytes) });
    expect((await deliver(hook, { body: pad(1024 * 1024) })).status).toBe(413);
    expect((await deliver({ ...hook, publicationId: "unknown" }, { body: pad(1024 * 1024) })).status).toBe(413);
    expect((await deliver(hook, { body: pad(1024 * 1024 - 100) })).status).toBe(202);
  });

  it("refuses above its rate, and above its hard budget", async () => {
    const hook = await newHook("bearer", { body: { rate: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await deliver(hook)).status);
    expect(statuses).toEqual([202, 202, 429]);
    const poor = await newHook("bearer", { body: { budget: { money: null, tokens: 1, mode: "hard" } } });
    const first = await deliver(poor);
    await settled(poor.person, sessionIdOf(first));
    expect((await deliver(poor)).status).toBe(429);
  });

  it("is not used by a publication that has none", async () => {
    const published = await publish(await newPerson());
    expect((await deliver({ ...published, secret: "none", preset: "bearer" })).status).toBe(404);
  });
});
