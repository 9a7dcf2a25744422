import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as client from "@/lib/server/platform/db/client";
import { receiveMissed, receiveStored, skipStored } from "@/lib/server/platform/db/notify/stored-messages";
import { testDatabase } from "../support/database";
import { sendFromElsewhere } from "../support/elsewhere";

const channel = "muster_test";
const store = (message: object) => testDatabase().then(({ pool }) => sendFromElsewhere(pool, channel, message));

async function newest(): Promise<number> {
  const { db } = await testDatabase();
  const { rows } = await db.execute<{ id: string }>(sql`select max(id) id from stored_messages`);
  return Number(rows[0]?.id);
}

it("messages that were missed are handled once and in order, however many were received before", async () => {
  await skipStored();
  const { db } = await testDatabase();
  const first = (await newest()) || 0;
  await db.execute(
    sql`insert into stored_messages (sender, channel, text) select 'elsewhere', ${channel}, n::text from generate_series(1, 12000) n`,
  );
  const handled: string[] = [];
  const handle = (text: string) => void handled.push(text);
  const { rows } = await db.execute<{ id: string; text: string }>(
    sql`select id, text from stored_messages where channel = ${channel} and id > ${first} order by id`,
  );
  for (const { id, text } of rows)
    if (text !== "7000" && text !== "11999") await receiveStored(`${id} ${text}`, handle);
  expect(handled).toHaveLength(11_998);
  handled.length = 0;
  await receiveMissed(channel, 5_000, handle);
  expect(handled).toEqual(["7000", "11999"]);
  await receiveMissed(channel, 5_000, handle);
  expect(handled).toHaveLength(2);
});

it("a long message that could not be read is handled when it is missed, and none overtakes it", async () => {
  await skipStored();
  const handled: number[] = [];
  const handle = (text: string) => void handled.push(text.length);
  await store({ text: "x".repeat(20_000) });
  const id = await newest();
  const opening = vi.spyOn(client, "openDatabase").mockRejectedValueOnce(new Error("The database is away."));
  await Promise.all([receiveStored(`${id} `, handle), receiveStored(`${id + 1_000_000} short`, handle)]);
  expect(handled).toEqual([5]);
  opening.mockRestore();
  await receiveMissed(channel, 5_000, handle);
  expect(handled).toEqual([5, 20_011]);
});
