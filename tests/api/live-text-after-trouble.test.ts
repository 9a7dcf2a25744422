import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callJson, newApp, newPerson, newSession } from "../bench/people";
import { failingWrites } from "../support/database-trouble";
import { liveTextOf, readStream, runEnded, seqsOf } from "../support/event-reader";
import { type Ending, type Muster, onOwnPostgres } from "../support/many-processes";

let muster: Muster;
let pool: pg.Pool;
let front: Ending & { url: string };

beforeAll(async () => {
  muster = await onOwnPostgres();
  pool = await muster.database();
  // A function of ours can then stand before PostgreSQL's own.
  const { rows } = await pool.query("select current_database() name");
  await pool.query(`alter database ${rows[0].name} set search_path = public, pg_catalog`);
  front = await muster.server({ WORKER: "off" });
  await muster.worker();
}, 90_000);
afterAll(() => muster.end());

/** Lets every NOTIFY fail, of all processes, until the answer is called. */
async function withoutNotify(): Promise<() => Promise<unknown>> {
  await pool.query(`create function public.pg_notify(text, text) returns void language plpgsql as
    $$ begin raise exception 'too many' using errcode = '53300'; end $$`);
  return () => pool.query("drop function public.pg_notify(text, text)");
}

describe("what a reader on another process sees of an answer", () => {
  it("is whole though NOTIFY and saving its text fail in the middle of it", { timeout: 90_000 }, async () => {
    const saving = await failingWrites(pool, ["partial_messages"]);
    const person = await newPerson(front.url);
    const sessionId = await newSession(person, await newApp(person, "demo-chat:ttft=1,tps=80,words=400"));
    const stream = readStream(person, front.url, sessionId);
    const read = () => [...liveTextOf(stream).texts.values()].join("");
    await callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, { message: "Go" });
    await expect.poll(() => read().length, { timeout: 20_000 }).toBeGreaterThan(0);
    const notifyAgain = await withoutNotify();
    await saving.begin();
    await expect.poll(saving.count, { timeout: 20_000 }).toBeGreaterThan(8);
    await saving.end();
    const before = read().length;
    await expect.poll(() => read().length, { timeout: 20_000 }).toBeGreaterThan(before);
    // NOTIFY fails still: the end is read all the same.
    await expect.poll(() => runEnded(stream), { timeout: 40_000 }).toBe(true);
    await notifyAgain();
    expect(seqsOf(stream)).toEqual(seqsOf(stream).map((_, i) => i + 1));
    const path = `/${person.slug}/session/${sessionId}/messages.json?limit=10`;
    const stored = (await callJson<{ messages: { _id: string; text: string }[] }>(person, path)).messages.at(-1);
    const { texts, gaps } = liveTextOf(stream);
    expect([...texts.keys(), gaps]).toEqual([stored?._id, 0]);
    expect(stored?.text.startsWith(texts.get(stored._id) ?? "none")).toBe(true);
  });
});
