import { beforeAll, expect, it } from "vitest";
import { linkSessionsPerHour, visitorSessionsPerHour } from "@/lib/constants/limits";
import { sessions } from "@/lib/contract/sessions/schemas";
import { callAs } from "../support/client";
import { testDatabase } from "../support/database";
import { testWorker } from "../support/sessions";
import { unlimited } from "../support/unlimited";
import {
  answered,
  asVisitor,
  begin,
  changeLink,
  sharedApp,
  type Visitor,
  visit,
  visitorMessages,
  write,
} from "../support/visitors";

unlimited();
beforeAll(async () => {
  await testWorker();
});

const many = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

const statuses = (replies: { status: number }[]) => {
  const counted = new Map<number, number>();
  for (const { status } of replies) counted.set(status, (counted.get(status) ?? 0) + 1);
  return Object.fromEntries(counted);
};

async function counted(shareId: string) {
  const { db } = await testDatabase();
  const { rows } = await db.execute<{ link: number; visitors: number; sent: number }>(
    `select day_messages as link,
       (select coalesce(sum(day_messages), 0)::int from share_visitors where share_id = '${shareId}') as visitors,
       (select count(*)::int from session_events e join sessions s on s.id = e.session_id
        where s.share_id = '${shareId}' and e.kind = 'message' and e.body->>'role' = 'user') as sent
     from share_links where id = '${shareId}'`,
  );
  return rows[0];
}

it("a visitor's messages of a day are not passed by 50 that come at once", { timeout: 60_000 }, async () => {
  const link = await sharedApp({}, { visitorMessagesPerDay: 7 });
  const first = await visit(link);
  const own = [first, ...(await many(14, () => visit(link, first.token)))];
  // Each conversation takes one message at a time: what fails for that is not counted.
  const replies = await many(50, (i) => write(own[i % own.length] as Visitor, `Message ${i}`));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(await counted(link.shareId)).toEqual({ link: 7, visitors: 7, sent: 7 });
  const refused = await write(own[0] as Visitor, "One more");
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: "rate_limited",
      error: "You've reached your daily message limit. Try again in 24 hours.",
    },
  });
  const retryAfter = Number(refused.response.headers.get("retry-after"));
  expect(retryAfter).toBeGreaterThan(86_000);
  expect(retryAfter).toBeLessThanOrEqual(86_400);
  // Somebody else by the same link goes on.
  expect((await write(await visit(link), "Hello")).status).toBe(200);
});

it("a link's messages of a day are not passed by 50 visitors at once", { timeout: 60_000 }, async () => {
  const link = await sharedApp({}, { linkMessagesPerDay: 9 });
  const visitors = await many(50, () => visit(link));
  const replies = await many(50, (i) => write(visitors[i] as Visitor, "Hello"));
  expect(statuses(replies)).toEqual({ 200: 9, 429: 41 });
  expect(await counted(link.shareId)).toEqual({ link: 9, visitors: 9, sent: 9 });
  const [refused] = replies.filter(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({
    error: "This link has reached its daily message limit. Try again in 24 hours.",
  });
  // A day later there are as many again.
  await changeLink(link.shareId, { dayBegan: new Date(Date.now() - 86_400_001) });
  expect((await write(await visit(link), "Hello")).status).toBe(200);
  expect(await counted(link.shareId)).toMatchObject({ link: 1, sent: 10 });
});

it("what is refused for another reason is not counted", async () => {
  const link = await sharedApp({ model: "demo-chat:ttft=200,tps=50" }, { visitorMessagesPerDay: 2 });
  const visitor = await visit(link);
  expect((await write(visitor, "")).status).toBe(400);
  expect((await write(visitor, "First")).status).toBe(200);
  expect((await write(visitor, "Too soon")).status).toBe(409);
  expect((await write(visitor, "Hi", { fileIds: ["file_unknown"] })).status).toBe(409);
  await callAs(sessions.cancel, asVisitor(visitor));
  await answered(visitor);
  expect((await write(visitor, "Second")).status).toBe(200);
  await callAs(sessions.cancel, asVisitor(visitor));
  await answered(visitor);
  expect((await write(visitor, "Third")).status).toBe(429);
  expect((await visitorMessages(visitor)).filter(({ role }) => role === "user")).toHaveLength(2);
});

it("conversations of an hour are counted, a visitor's and a link's", { timeout: 60_000 }, async () => {
  const link = await sharedApp();
  const { token } = await visit(link);
  const replies = await many(50, () => begin(link, token));
  expect(statuses(replies)).toEqual({ 200: visitorSessionsPerHour - 1, 429: 51 - visitorSessionsPerHour });
  expect(replies.find(({ status }) => status === 429)?.body).toMatchObject({
    error: "You've reached the limit of 20 new sessions per hour. Try again in an hour.",
  });
  await changeLink(link.shareId, { hourSessions: linkSessionsPerHour - 3 });
  const others = await many(50, () => begin(link));
  expect(statuses(others)).toEqual({ 200: 3, 429: 47 });
});
