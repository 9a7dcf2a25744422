import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type WebhookCallback, webhooks } from "@/lib/contract/webhooks/schemas";
import { webhookCallbacks } from "@/lib/server/platform/db/tables/webhooks";
import { storeCallbacks } from "@/lib/server/resources/publications/webhook/callback-rows";
import { sendDueCallbacks } from "@/lib/server/resources/publications/webhook/send-callbacks";
import { callAs, expectOk } from "../support/client";
import { testDatabase } from "../support/database";
import { loopbackServer } from "../support/loopback-server";
import { ofPublication } from "../support/publications";
import { settled, testWorker } from "../support/sessions";
import { changeWebhook, deliver, type Hook, newHook, sessionIdOf } from "../support/webhooks";

beforeAll(async () => {
  await testWorker();
});

interface Request {
  headers: Record<string, string>;
  body: string;
}

/** A receiver that responds with these statuses, then with 204. */
const receiver = (...statuses: number[]) => receiverOf((response) => response.writeHead(statuses.shift() ?? 204).end());

async function receiverOf(respond: (response: ServerResponse) => void) {
  const received: Request[] = [];
  const server = await loopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers as Request["headers"], body: Buffer.concat(chunks).toString() });
      respond(response);
    });
  });
  onTestFinished(() => server.close());
  return { url: `${server.url}/done`, received };
}

async function listCallbacks(hook: Hook): Promise<WebhookCallback[]> {
  const { callbacks } = await expectOk(callAs(webhooks.callbacks, ofPublication(hook.person, hook.publicationId)));
  return callbacks as WebhookCallback[];
}

const again = (hook: Hook, webhookCallbackId: string) => {
  const { token, params } = ofPublication(hook.person, hook.publicationId);
  return callAs(webhooks.resendCallback, { token, params: { ...params, webhookCallbackId } });
};

/** What the clock does. */
async function work(): Promise<void> {
  const { db } = await testDatabase();
  await storeCallbacks(db);
  await sendDueCallbacks(db);
}

async function makeDue(since = new Date()): Promise<void> {
  const { db } = await testDatabase();
  await db.update(webhookCallbacks).set({ nextDue: new Date(0), since });
}

const isSigned = (hook: Hook, { headers, body }: Request): boolean => {
  const key = Buffer.from(hook.secret.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
};

describe("a callback", () => {
  it("reports the end of a run, signed, once", async () => {
    const hook = await newHook("standard");
    const { url, received } = await receiver();
    await expectOk(changeWebhook(hook, { callbackUrl: url }));
    const reply = await deliver(hook, { id: "evt_1" });
    await settled(hook.person, sessionIdOf(reply));
    await Promise.all([work(), work()]);
    await work();
    expect(received).toHaveLength(1);
    const [request] = received as [Request];
    expect(isSigned(hook, request)).toBe(true);
    const { type, data } = JSON.parse(request.body);
    expect({ type, data }).toMatchObject({
      type: "run.completed",
      data: { ...reply.body, eventId: "evt_1", status: "completed", error: null },
    });
    expect(data.text.length).toBeGreaterThan(10);
    expect(await listCallbacks(hook)).toMatchObject([
      { status: "delivered", attempts: 1, httpStatus: 204, nextDate: null },
    ]);
  });

  it("is retried with the same id until the receiver accepts it", async () => {
    const hook = await newHook("standard");
    const { url, received } = await receiver(500, 302);
    await expectOk(changeWebhook(hook, { callbackUrl: url }));
    await settled(hook.person, sessionIdOf(await deliver(hook)));
    await work();
    expect(await listCallbacks(hook)).toMatchObject([
      { status: "pending", attempts: 1, httpStatus: 500, error: "The server responded with 500." },
    ]);
    const [{ nextDate }] = (await listCallbacks(hook)) as [WebhookCallback];
    expect(Date.parse(nextDate ?? "") - Date.now()).toBeGreaterThan(2_000);
    expect((await again(hook, (await listCallbacks(hook))[0]?._id ?? "")).status).toBe(409);
    for (let i = 0; i < 2; i += 1) {
      await makeDue();
      await work();
    }
    expect(await listCallbacks(hook)).toMatchObject([{ status: "delivered", attempts: 3 }]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(received.every((request) => isSigned(hook, request))).toBe(true);
  });

  it("is delivered whatever the receiver's response contains", async () => {
    const hook = await newHook("standard");
    const page = "x".repeat(200_000);
    const { url, received } = await receiverOf((response) =>
      response.writeHead(200, { "content-length": 10_000_000 }).end(page, () => response.destroy()),
    );
    await expectOk(changeWebhook(hook, { callbackUrl: url }));
    await settled(hook.person, sessionIdOf(await deliver(hook)));
    await work();
    expect(await listCallbacks(hook)).toMatchObject([{ status: "delivered", attempts: 1, httpStatus: 200 }]);
    expect(received).toHaveLength(1);
  });

  it("is retried at the address that the webhook has by then", async () => {
    const hook = await newHook("standard");
    const [left, current] = [await receiver(500), await receiver()];
    await expectOk(changeWebhook(hook, { callbackUrl: left.url }));
    for (let i = 0; i < 2; i += 1) await settled(hook.person, sessionIdOf(await deliver(hook)));
    await work();
    await expectOk(changeWebhook(hook, { callbackUrl: current.url }));
    await makeDue();
    await work();
    expect([left.received.length, current.received.length]).toEqual([2, 2]);
    expect(await listCallbacks(hook)).toMatchObject([{ url: current.url }, { url: current.url }]);
    await expectOk(changeWebhook(hook, { callbackUrl: null }));
    await makeDue();
    await work();
    expect(await listCallbacks(hook)).toMatchObject([
      { status: "failed", error: "The webhook no longer has a callback URL." },
      { status: "failed", nextDate: null },
    ]);
    expect(current.received).toHaveLength(2);
  });

  it("fails after a day, and can be sent again", async () => {
    const hook = await newHook("standard");
    const { url, received } = await receiver(503);
    await expectOk(changeWebhook(hook, { callbackUrl: url }));
    await settled(hook.person, sessionIdOf(await deliver(hook)));
    const { db } = await testDatabase();
    await storeCallbacks(db);
    await makeDue(new Date(Date.now() - 24 * 3_600_000));
    await work();
    const [failed] = await listCallbacks(hook);
    expect(failed).toMatchObject({ status: "failed", httpStatus: 503, nextDate: null });
    await expectOk(again(hook, failed?._id ?? ""));
    await work();
    expect(await listCallbacks(hook)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(received).toHaveLength(2);
  });

  it("goes to no address that the server may not call", async () => {
    const hook = await newHook("standard");
    await expectOk(changeWebhook(hook, { callbackUrl: "http://169.254.169.254/latest" }));
    await settled(hook.person, sessionIdOf(await deliver(hook)));
    await work();
    const [refused] = await listCallbacks(hook);
    expect(refused).toMatchObject({ status: "pending", httpStatus: null });
    expect(refused?.error).toMatch(/169\.254\.169\.254/);
    expect((await changeWebhook(hook, { callbackUrl: "file:///etc/passwd" })).status).toBe(400);
  });
});
