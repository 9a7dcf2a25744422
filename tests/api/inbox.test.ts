import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { inbox } from "@/lib/contract/inbox/schemas";
import { notifications } from "@/lib/contract/notifications/schemas";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { sessions } from "@/lib/contract/sessions/schemas";
import { Permission } from "@/lib/permissions/bits";
import { handleDeadlines } from "@/lib/server/engine/runs/deadlines";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { runs, sessions as sessionRows } from "@/lib/server/platform/db/tables/sessions";
import { waitForMails } from "@/lib/server/platform/mail/mails";
import { listMails, readMessage } from "@/lib/server/platform/mail/outbox-folder";
import { provide } from "@/lib/server/platform/process/registry";
import { bodies, guardedTools, waitingApproval } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { listed } from "../support/notifications";
import { at, joinTeam, readLog, runOf, say, settled, testWorker } from "../support/sessions";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const anyone: InputRequestRules = { assignee: { type: "anyone" }, minutes: null, onDeadline: "end", passTo: null };

interface Inbox {
  inputRequests: Record<string, unknown>[];
  next: string | null;
  count: number;
}

const inboxOf = async (person: Person, slug = person.slug, query: Record<string, unknown> = {}) =>
  (await expectOk(
    callAs(inbox.list, { token: person.token, params: { resourceSlug: slug }, query }),
  )) as unknown as Inbox;

const answer = (who: Person, of: { person: Person; sessionId: string }, body: Record<string, unknown>) =>
  callAs(sessions.start, { ...at(of.person, of.sessionId), token: who.token, body });

async function colleague(of: Person, permissions: number[] = []): Promise<Person> {
  const person = await newPerson();
  await joinTeam(person, of.slug, permissions);
  return person;
}

describe("the inbox", () => {
  it("has what waits, oldest first, with what is asked and for whom, until it is answered", async () => {
    guardedTools();
    const told: string[] = [];
    const to = (room: string) => ({ emit: (event: string) => told.push(`${room} ${event}`) });
    provide("io", { to, in: () => undefined });
    onTestFinished(() => provide("io", undefined));
    const { person, sessionId, requestId } = await waitingApproval("pay 40 and refund");
    const changes = () => told.filter((one) => one === `${person.slug} inbox_changed`).length;
    await expect.poll(changes).toBe(1);
    const before = await inboxOf(person);
    expect(before).toMatchObject({
      count: 2,
      next: null,
      inputRequests: [
        {
          _id: requestId,
          sessionId,
          kind: "approval",
          name: "pay",
          text: "Guide wants to call pay.",
          assignee: { type: "anyone" },
          mine: true,
          canOpenSession: true,
          deadline: null,
          body: { input: { amount: 40 }, approval: { agentName: "Guide" } },
        },
        { name: "refund" },
      ],
    });
    await say(person, sessionId, { requestId, decision: "reject" });
    expect(await inboxOf(person)).toMatchObject({ count: 1, inputRequests: [{ name: "refund" }] });
    expect(changes()).toBe(2);
    await callAs(sessions.cancel, at(person, sessionId));
    expect(await inboxOf(person)).toEqual({ count: 0, next: null, inputRequests: [] });
    await expect.poll(changes).toBe(3);
  });

  it("comes in pages", async () => {
    guardedTools();
    const { person } = await waitingApproval("pay 40 and refund");
    const first = await inboxOf(person, person.slug, { limit: 1 });
    expect([first.inputRequests.map(({ name }) => name), first.next]).toEqual([["pay"], first.inputRequests[0]?._id]);
    const second = await inboxOf(person, person.slug, { limit: 1, before: first.next });
    expect([second.inputRequests.map(({ name }) => name), second.next]).toEqual([["refund"], null]);
    const lost = callAs(inbox.list, {
      token: person.token,
      params: { resourceSlug: person.slug },
      query: { before: "no" },
    });
    expect((await lost).status).toBe(400);
  });

  it("is the team's own, and has nothing of private sessions but for those who see them", async () => {
    guardedTools();
    const { person, sessionId } = await waitingApproval();
    const other = await colleague(person);
    expect((await inboxOf(other, person.slug)).count).toBe(1);
    expect((await inboxOf(other)).count).toBe(0);
    const stranger = await newPerson();
    const hidden = callAs(inbox.list, { token: stranger.token, params: { resourceSlug: person.slug } });
    expect((await hidden).status).toBe(404);
    const { db } = await testDatabase();
    await db
      .update(sessionRows)
      .set({ sharingConfig: { mode: "private", emails: [] } })
      .where(eq(sessionRows.id, sessionId));
    expect(await inboxOf(other, person.slug)).toEqual({ count: 0, next: null, inputRequests: [] });
    expect((await inboxOf(person)).count).toBe(1);
  });
});

describe("whoever is asked", () => {
  it("is told by a notification and by a mail with a link, which says nothing of what is asked", async () => {
    guardedTools();
    const { person, sessionId } = await waitingApproval("Hello");
    const { db } = await testDatabase();
    await db.update(accounts).set({ emailVerified: true }).where(eq(accounts.id, person.accountId));
    await waitingApproval("pay 40", { person, sessionId });
    const link = `/${person.slug}/session/${sessionId}`;
    expect(await listed(person)).toMatchObject([{ type: "input_request", title: "Response needed", link }]);
    await waitForMails();
    const { mails } = await listMails({ limit: 100 });
    const own = mails.filter(({ to, subject }) => to === person.email && /^Chat is waiting/.test(subject));
    expect(own).toHaveLength(1);
    const text = String(await readMessage(own[0]?.id ?? "")).replace(/=\r\n/g, "");
    expect(text).toContain(link);
    expect(text).not.toMatch(/pay|amount|Guide/);
  });

  it("is sent no mail who does without, or whose address is not confirmed", async () => {
    guardedTools();
    const { person, sessionId } = await waitingApproval("Hello");
    const { db } = await testDatabase();
    const quiet = { emailVerified: true, mutedNotices: ["run_waits" as const] };
    await db.update(accounts).set(quiet).where(eq(accounts.id, person.accountId));
    await waitingApproval("pay 40", { person, sessionId });
    await waitForMails();
    const { mails } = await listMails({ limit: 100 });
    expect(mails.filter(({ to, subject }) => to === person.email && subject.includes("waiting"))).toEqual([]);
    expect(await listed(person)).toEqual([]);
  });
});

describe("an assignee", () => {
  it("is who may answer, with team admins; the others see for whom it is", async () => {
    const asks: InputRequestRules = { ...anyone, assignee: { type: "account", accountId: "" } };
    guardedTools({ asks });
    const { person, sessionId } = await waitingApproval("Hello");
    const [named, other] = [await colleague(person), await colleague(person)];
    asks.assignee = { type: "account", accountId: named.accountId };
    const waiting = await waitingApproval("pay 40", { person, sessionId });
    const { requestId } = waiting;
    expect(await inboxOf(other, person.slug)).toMatchObject({
      count: 0,
      inputRequests: [{ mine: false, assignee: { type: "account", name: "Ada" } }],
    });
    expect(await inboxOf(other, person.slug, { mine: "true" })).toMatchObject({ inputRequests: [] });
    expect(await inboxOf(named, person.slug)).toMatchObject({ count: 1, inputRequests: [{ mine: true }] });
    expect(await answer(other, waiting, { requestId, decision: "approve" })).toMatchObject({ status: 403 });
    expect((await runOf(sessionId)).status).toBeDefined();
    expect((await answer(named, waiting, { requestId, decision: "approve" })).status).toBe(200);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
  });

  it("by name answers in the inbox what stands in a session that they do not see", async () => {
    const asks: InputRequestRules = { ...anyone };
    guardedTools({ asks });
    const { person, sessionId } = await waitingApproval("Hello");
    const named = await colleague(person);
    asks.assignee = { type: "account", accountId: named.accountId };
    const { db } = await testDatabase();
    const hidden = { sharingConfig: { mode: "private" as const, emails: [] } };
    await db.update(sessionRows).set(hidden).where(eq(sessionRows.id, sessionId));
    const waiting = await waitingApproval("pay 40", { person, sessionId });
    expect(await inboxOf(named, person.slug)).toMatchObject({
      count: 1,
      inputRequests: [{ mine: true, canOpenSession: false }],
    });
    const list = callAs(notifications.list, { token: named.token, params: { resourceSlug: person.slug } });
    expect(await expectOk(list)).toMatchObject({
      notifications: [{ type: "input_request", link: `/${person.slug}/inbox` }],
    });
    const other = await colleague(person);
    const { requestId } = waiting;
    expect((await answer(other, waiting, { requestId, decision: "approve" })).status).toBe(404);
    expect((await callAs(sessions.get, { ...at(person, sessionId), token: named.token })).status).toBe(404);
    expect((await answer(named, waiting, { message: "Hi" })).status).toBe(404);
    expect((await answer(named, waiting, { requestId, decision: "reject" })).status).toBe(200);
    await settled(person, sessionId);
  });

  it("by role is whoever may what the role may", async () => {
    guardedTools({ asks: { ...anyone, assignee: { type: "role", role: "Team Admin" } } });
    const waiting = await waitingApproval();
    const { person, sessionId, requestId } = waiting;
    const [admin, other] = [await colleague(person, [Permission.TEAM_ADMIN]), await colleague(person)];
    expect((await answer(other, waiting, { requestId, decision: "approve" })).status).toBe(403);
    expect(await inboxOf(admin, person.slug)).toMatchObject({
      count: 1,
      inputRequests: [{ assignee: { role: "Team Admin" } }],
    });
    expect((await answer(admin, waiting, { requestId, decision: "approve" })).status).toBe(200);
    await settled(person, sessionId);
  });
});

describe("a deadline", () => {
  /** As if so many minutes had gone by. */
  async function later(requestId: string) {
    const { db } = await testDatabase();
    await db
      .update(inputRequests)
      .set({ deadline: new Date(Date.now() - 60_000) })
      .where(eq(inputRequests.id, requestId));
    // Two processes look at once.
    await Promise.all([handleDeadlines(db), handleDeadlines(db)]);
  }

  it("is in the question, and nothing happens before it", async () => {
    guardedTools({ asks: { ...anyone, minutes: 5 } });
    const { person, sessionId, requests } = await waitingApproval();
    expect(Date.parse(requests[0]?.deadline ?? "")).toBeGreaterThan(Date.now() + 4 * 60_000);
    const { db } = await testDatabase();
    await handleDeadlines(db);
    expect((await runOf(sessionId)).status).toBe("waiting");
    expect(await inboxOf(person)).toMatchObject({
      inputRequests: [{ deadline: requests[0]?.deadline, onDeadline: "end" }],
    });
  });

  it("is by the database's clock, whatever the process's says, also for whoever is asked next", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 10 * 60_000 });
    guardedTools({ asks: { ...anyone, minutes: 5, onDeadline: "pass", passTo: { type: "role", role: "Team Admin" } } });
    const { sessionId, requestId } = await waitingApproval();
    const { db } = await testDatabase();
    const onDeadline = async () => {
      await handleDeadlines(db);
      const rows = await db.select().from(inputRequests).where(eq(inputRequests.id, requestId));
      return rows.map((row) => row.onDeadline);
    };
    expect(await onDeadline()).toEqual(["pass"]);
    await later(requestId);
    expect(await onDeadline()).toEqual(["end"]);
    expect((await runOf(sessionId)).status).toBe("waiting");
  });

  it("ends the run with an error, once, and the call is not made", async () => {
    const { calls } = guardedTools({ asks: { ...anyone, minutes: 5 } });
    const { person, sessionId, requestId } = await waitingApproval();
    await later(requestId);
    const reason = "No one responded in time. The run ended at its deadline.";
    expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "error", reason });
    const log = await readLog(person, sessionId);
    expect(
      log.filter(({ kind, body }) => kind === "status" && (body as { runStatus: string }).runStatus === "error"),
    ).toHaveLength(1);
    expect([calls, (await inboxOf(person)).count]).toEqual([[], 0]);
    expect((await say(person, sessionId, { requestId, decision: "approve" })).status).toBe(409);
  });

  it("ends no run that somebody works on: one that another process has taken to end it, or taken up since", async () => {
    guardedTools({ asks: { ...anyone, minutes: 5 } });
    const { person, sessionId, requestId } = await waitingApproval();
    const { db } = await testDatabase();
    const own = eq(runs.sessionId, sessionId);
    const elsewhere = { leaseOwner: "worker-elsewhere", leaseUntil: new Date(Date.now() + 60_000) };
    await db
      .update(runs)
      .set({ ...elsewhere, status: "running" })
      .where(own);
    await later(requestId);
    expect(await runOf(sessionId)).toMatchObject({ status: "running", leaseOwner: "worker-elsewhere" });
    await db.update(runs).set({ status: "waiting", leaseOwner: null, leaseUntil: null }).where(own);
    await later(requestId);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("error");
  });

  it("goes on as if it had been rejected, once", async () => {
    const { calls } = guardedTools({ asks: { ...anyone, minutes: 5, onDeadline: "reject" } });
    const { person, sessionId, requestId } = await waitingApproval();
    await later(requestId);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    const log = await readLog(person, sessionId);
    expect(bodies(log, "input_answer")).toMatchObject([{ decision: "reject", by: { name: "Muster" } }]);
    expect(calls).toEqual([]);
  });

  it("asks somebody else for as long again, and then ends the run", async () => {
    const asks: InputRequestRules = { ...anyone, minutes: 5, onDeadline: "pass" };
    guardedTools({ asks });
    const { person, sessionId } = await waitingApproval("Hello");
    const second = await colleague(person);
    asks.passTo = { type: "account", accountId: second.accountId };
    const { requestId } = await waitingApproval("pay 40", { person, sessionId });
    await later(requestId);
    expect(await inboxOf(second, person.slug)).toMatchObject({
      count: 1,
      inputRequests: [{ onDeadline: "end", passTo: null, assignee: { accountId: second.accountId } }],
    });
    const log = await readLog(person, sessionId);
    expect(bodies(log, "notice").filter(({ code }) => code === "passed_on")).toHaveLength(1);
    await later(requestId);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("error");
  });

  it("and an answer at the same moment: the first counts", async () => {
    const { calls } = guardedTools({ asks: { ...anyone, minutes: 5 } });
    const { person, sessionId, requestId } = await waitingApproval();
    const [said] = await Promise.all([say(person, sessionId, { requestId, decision: "approve" }), later(requestId)]);
    const { lastRun } = await settled(person, sessionId);
    expect([said.status, lastRun?.status, calls.length]).toEqual(
      said.status === 200 ? [200, "completed", 1] : [409, "error", 0],
    );
  });
});
