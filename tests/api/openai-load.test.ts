import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { countStreams } from "@/lib/server/access/broadcast/open-streams";
import { pricedApp } from "../support/budgets";
import { newPerson, send } from "../support/client";
import { loopbackServer } from "../support/loopback-server";
import { openAiForAll } from "../support/open-ai";
import { pixel } from "../support/pixel";
import { callerOf, publish, readCalls } from "../support/publications";
import { newApp } from "../support/sessions";

openAiForAll();

const completions = "/v1/chat/completions";

/** A server of images, with the number of its requests. */
async function imageServer(bytes: Buffer) {
  const seen = { requests: 0 };
  const { url, close } = await loopbackServer((_request, response) => {
    seen.requests += 1;
    response.writeHead(200, { "content-type": "image/png" }).end(bytes);
  });
  onTestFinished(close);
  return { url, seen };
}

const withImages = (url: string, count = 1) => ({
  messages: [
    {
      role: "user",
      content: Array.from({ length: count }, (_, i) => ({ type: "image_url", image_url: { url: `${url}/${i}` } })),
    },
  ],
});

it("downloads no images for calls above the rate", async () => {
  const { key } = await publish(await newPerson(), { rate: 1 });
  const { url, seen } = await imageServer(pixel);
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1)
    statuses.push((await send("POST", completions, withImages(url), { token: key })).status);
  expect(statuses).toEqual([200, 429, 429]);
  expect(seen.requests).toBe(1);
});

it("downloads no more than a request may have", async () => {
  const own = await publish(await newPerson(), { maxBytes: 100_000 });
  const { url, seen } = await imageServer(Buffer.concat([pixel, Buffer.alloc(60_000)]));
  const { status, body } = await send("POST", completions, withImages(url, 20), { token: own.key });
  expect([status, body]).toMatchObject([400, { error: { message: expect.stringContaining("Image 2") } }]);
  expect(seen.requests).toBe(2);
  expect(await readCalls(own)).toMatchObject([{ status: "refused", httpStatus: 400 }]);
});

it("continues no response that another request has continued while images were downloaded", async () => {
  const own = await publish(await newPerson());
  const post = (body: object) => send("POST", "/v1/responses", body, { token: own.key });
  const first = await post({ input: "Hello" });
  let asked: ServerResponse | undefined;
  const { url, close } = await loopbackServer((_request, response) => {
    asked = response;
  });
  onTestFinished(close);
  const content = [{ type: "input_image", image_url: url }];
  const previous = { previous_response_id: first.body.id };
  const late = post({ input: [{ role: "user", content }], ...previous });
  await expect.poll(() => asked).toBeDefined();
  expect((await post({ input: "And then?", ...previous })).status).toBe(200);
  asked?.writeHead(200, { "content-type": "image/png" }).end(pixel);
  expect(await late).toMatchObject({ status: 400, body: { error: { param: "previous_response_id" } } });
});

it("says that a budget is used up, which clients do not retry", async () => {
  const person = await newPerson();
  const budget = { money: null, tokens: 1, mode: "hard" };
  const own = await publish(person, { budget }, await pricedApp(person));
  const call = () => send("POST", completions, { messages: [{ role: "user", content: "Hello" }] }, { token: own.key });
  expect((await call()).status).toBe(200);
  const { status, body, response } = await call();
  expect([status, body]).toMatchObject([429, { error: { type: "insufficient_quota", code: "insufficient_quota" } }]);
  expect(response.headers.get("x-should-retry")).toBe("false");
});

it("takes as many calls of one server as a publication may allow", async () => {
  const own = await publish(await newPerson(), { rate: 10_000 });
  const statuses = new Set<number>();
  for (let i = 0; i < 26; i += 1) {
    const replies = Array.from({ length: 50 }, () => send("GET", "/v1/models", undefined, { token: own.key }));
    for (const { status } of await Promise.all(replies)) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
}, 60_000);

it("forgets a reader who leaves without reading", async () => {
  const person = await newPerson();
  const appId = await newApp(person, { model: "demo-chat:ttft=1,tps=60,words=60" });
  const own = await publish(person, {}, appId);
  const { response } = await send(
    "POST",
    "/v1/responses",
    { input: "Hello", stream: true },
    { token: own.key, raw: true },
  );
  const teamId = (await callerOf(own)).publication.teamId;
  await expect.poll(() => countStreams(teamId)).toBe(1);
  // The next events are made already, and have no reader.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await response.body?.cancel();
  await expect.poll(() => countStreams(teamId)).toBe(0);
});

it("starts many calls with an Idempotency-Key at the same time", async () => {
  const { key } = await publish(await newPerson(), { concurrency: 200 });
  const call = (i: number) =>
    send(
      "POST",
      completions,
      { messages: [{ role: "user", content: "Hello" }] },
      {
        token: key,
        headers: { "idempotency-key": `key-${i}` },
      },
    );
  const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => call(i)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200));
}, 60_000);
