import { beforeAll, describe, expect, it } from "vitest";
import { publications } from "@/lib/contract/publications/schemas";
import { startPublicationRun } from "@/lib/server/resources/publications/start";
import { followSessionOf } from "@/lib/server/resources/publications/streams";
import { pricedApp } from "../support/budgets";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { pixel } from "../support/pixel";
import { callerOf, edit, ofPublication, type Published, publish, read, start } from "../support/publications";
import { newApp, settled, testWorker } from "../support/sessions";

beforeAll(async () => {
  await testWorker();
});

const slow = "demo-chat:ttft=60000,tps=1";
const addKey = async ({ person, publicationId }: Published, body: object) =>
  String(
    (await expectOk(callAs(publications.addKey, { ...ofPublication(person, publicationId), body: { ...body } }))).key,
  );
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((one) => (one.status === "fulfilled" ? 200 : (one.reason as { status: number }).status)).sort();

describe("limits", () => {
  it("of calls per minute, of the publication and of a key", async () => {
    const published = await publish(await newPerson(), { rate: 3 });
    const narrow = { key: await addKey(published, { rate: 1 }) };
    const long = { message: "Hello", sessionId: "session_unknown" };
    await expect(start(narrow, long)).rejects.toMatchObject({ status: 404 });
    const one = { status: 429, message: expect.stringContaining("allows 1 call per minute") };
    await expect(start(narrow, long)).rejects.toMatchObject(one);
    for (let i = 0; i < 2; i += 1) await expect(start(published, long)).rejects.toMatchObject({ status: 404 });
    const refused = await start(published, long).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining("3 calls per minute") });
    const { retryAfter } = (refused as { extra: { retryAfter: number } }).extra;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it("of runs at the same time, however many calls come together", async () => {
    const person = await newPerson();
    const published = await publish(person, { concurrency: 3 }, await newApp(person, { model: slow }));
    const narrow = { key: await addKey(published, { concurrency: 1 }) };
    const two = await Promise.allSettled([start(narrow), start(narrow)]);
    expect(codes(two)).toEqual([200, 429]);
    const message = "This publication allows 1 concurrent run. Try again shortly.";
    expect(two.find(({ status }) => status === "rejected")).toMatchObject({ reason: { message } });
    const more = await Promise.allSettled(Array.from({ length: 8 }, () => start(published)));
    expect(codes(more)).toEqual([200, 200, ...Array.from({ length: 6 }, () => 429)]);
  });

  it("of a request's size", async () => {
    const published = await publish(await newPerson(), { maxBytes: 2_000 });
    await start(published, { bytes: 2_000 });
    await expect(start(published, { bytes: 2_001 })).rejects.toMatchObject({ status: 413 });
    const narrow = { key: await addKey(published, { maxBytes: 1_024 }) };
    await expect(start(narrow, { bytes: 1_025 })).rejects.toMatchObject({ status: 413 });
  });

  it.each(["publication", "key"] as const)("of the budget of the %s", async (of) => {
    const person = await newPerson();
    const appId = await pricedApp(person);
    const budget = { tokens: 1, mode: "hard" };
    const published = await publish(person, of === "publication" ? { budget } : {}, appId);
    const limited = of === "publication" ? published : { key: await addKey(published, { budget }) };
    const { sessionId } = await start(limited);
    await settled(person, sessionId);
    const refused = await start(limited).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining("budget is used up") });
    expect((refused as { extra: { retryAfter: number } }).extra.retryAfter).toBeGreaterThan(60);
    const view = await read(published);
    const found = of === "publication" ? view.budget : view.keys[1]?.budget;
    expect(found).toMatchObject({ tokens: 1, mode: "hard" });
    expect(found?.spent.tokens).toBeGreaterThan(1);
    // Others are not affected.
    if (of === "key") await start(published);
  });
});

it("takes images, and leaves no session when a start fails", async () => {
  const published = await publish(await newPerson());
  const files = [{ filename: "picture.png", bytes: Buffer.from(pixel) }];
  const { sessionId } = await start(published, { files });
  const { pool } = await testDatabase();
  const of = async (id: string) =>
    (await pool.query("select mime_type from session_files where session_id = $1", [id])).rows;
  expect(await of(sessionId)).toEqual([{ mime_type: "image/png" }]);
  const wrong = [{ filename: "a.zip", bytes: Buffer.from("PK\u0003\u0004 nothing") }];
  await expect(start(published, { files: wrong })).rejects.toMatchObject({ status: 415 });
  const { rows } = await pool.query("select id from sessions where publication_id = $1", [published.publicationId]);
  expect(rows).toHaveLength(1);
});

describe("an open stream", () => {
  async function openStream() {
    const person = await newPerson();
    const published = await publish(person, {}, await newApp(person, { model: slow }));
    const caller = await callerOf(published);
    const { db } = await testDatabase();
    const { sessionId } = await startPublicationRun(db, caller, { message: "Hello", bytes: 5 });
    const kinds: string[] = [];
    const stream = followSessionOf(caller, sessionId, 0, ({ kind }) => kinds.push(kind));
    await expect.poll(() => kinds).toContain("message");
    return { published, caller, stream };
  }
  const within = async (signal: AbortSignal) => {
    const began = performance.now();
    await expect.poll(() => signal.aborted, { interval: 10 }).toBe(true);
    return performance.now() - began;
  };

  it("ends within a second when its key is revoked", async () => {
    const { published, caller, stream } = await openStream();
    const { token, params } = ofPublication(published.person, published.publicationId);
    const revoked = { ...params, publicationKeyId: caller.key?.id ?? "" };
    await expectOk(callAs(publications.revokeKey, { token, params: revoked }));
    expect(await within(stream.signal)).toBeLessThan(1_000);
  });

  it("ends when the publication is turned off, not when its name changes", async () => {
    const { published, stream } = await openStream();
    await expectOk(edit(published, { name: "Renamed" }));
    expect(stream.signal.aborted).toBe(false);
    await expectOk(edit(published, { enabled: false }));
    expect(await within(stream.signal)).toBeLessThan(1_000);
  });
});
