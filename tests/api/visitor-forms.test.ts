import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { sessions } from "@/lib/contract/sessions/schemas";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { bodies } from "../support/approvals";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { mailServer } from "../support/mail-server";
import { confirmAddress, mailsTo } from "../support/mailed";
import { readLog, testWorker } from "../support/sessions";
import type { TestSmtpServer } from "../support/smtp-server";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";
import {
  answered,
  asVisitor,
  setSharing,
  shareApp,
  type Visitor,
  visit,
  visitorAccount,
  write,
} from "../support/visitors";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const formFields = [{ name: "city", label: "City", type: "string", required: true }];
const subject = /Subject: .*is waiting for your response/;

/** Somebody whose address a mail has confirmed. */
async function confirmed(server: TestSmtpServer): Promise<{ email: string; token: string }> {
  const email = `linus-${randomUUID()}@example.test`;
  await expectOk(callAs(accounts.register, { body: { name: "Linus", email, password: goodPassword } }));
  return { email, token: await confirmAddress(server, email) };
}

/** A process that asks by a form, open to named addresses. */
async function sharedForm(person: Person, emails: string[], asks: InputRequestRules | null = null) {
  const agentId = await newAgent(person, "Writer", await newModel(person));
  const taskId = await newTask(person, "Plan", { agentId, requiresHumanInput: true, formFields, asks });
  const appId = await newProcess(person, [taskId], { name: "Trip" });
  await expectOk(setSharing(person, appId, { sharingMode: "whitelist", sharingEmails: emails }));
  return shareApp(person, appId);
}

it("a named visitor of a link is mailed that their process waits, answers there, and gets the result", async () => {
  const owner = await newPerson();
  const server = await mailServer();
  const linus = await confirmed(server);
  const link = await sharedForm(owner, [linus.email]);
  const visitor = await visit(link, linus.token);
  await expectOk(write(visitor, ""));
  expect((await answered(visitor)).status).toBe("waiting");
  const mails = (await mailsTo(server, linus.email)).filter((text) => subject.test(text));
  expect(mails).toHaveLength(1);
  const links = [...new Set((mails[0] ?? "").match(/https?:\/\/[^\s"<]+\/s\/[^\s"<]+/g))];
  expect(links.map((one) => new URL(one).pathname)).toEqual([`/s/${link.slug}/${link.shareId}`]);
  expect(mails[0]).not.toMatch(/City|Plan|Writer|mv_/);
  const [request] = bodies(await readLog(link.person, visitor.sessionId), "input_request");
  const requestId = String(request?.requestId);
  const body = { requestId, decision: "respond", input: { city: "Rome" } };
  await expectOk(callAs(sessions.start, { ...asVisitor(visitor), body }));
  expect((await answered(visitor)).status).toBe("completed");
});

it("the mailed link leads a named visitor to the waiting session on another device too", async () => {
  const owner = await newPerson();
  const server = await mailServer();
  const [linus, grace] = [await confirmed(server), await confirmed(server)];
  const link = await sharedForm(owner, [linus.email, grace.email]);
  const first = await visit(link, linus.token);
  await expectOk(write(first, ""));
  expect((await answered(first)).status).toBe("waiting");
  // Signed in there, with nothing of the first browser; and somebody else who is named.
  const [second, other] = [await visit(link, linus.token), await visit(link, grace.token)];
  const idsOf = async ({ token }: { token: string }) => {
    const { visitor } = (await expectOk(visitorAccount(token))) as { visitor: { sessions: { _id: string }[] } };
    return visitor.sessions.map(({ _id }) => _id).sort();
  };
  expect(await idsOf(second)).toEqual([first.sessionId, second.sessionId].sort());
  expect(await idsOf(other)).toEqual([other.sessionId]);
  const [request] = bodies(await readLog(owner, first.sessionId), "input_request");
  const body = { requestId: String(request?.requestId), decision: "respond", input: { city: "Rome" } };
  const at = (visitor: Visitor) => asVisitor({ ...visitor, sessionId: first.sessionId });
  expect((await callAs(sessions.get, at(other))).status).toBe(404);
  expect((await callAs(sessions.start, { ...at(other), body })).status).toBe(404);
  await expectOk(callAs(sessions.start, { ...at(second), body }));
  expect((await answered(first)).status).toBe("completed");
  // Their tokens end with the account's session, so that stays theirs where the link is for everybody.
  await expectOk(setSharing(owner, link.appId, { sharingMode: "public" }));
  expect(await idsOf(second)).toEqual([first.sessionId, second.sessionId].sort());
  expect((await callAs(sessions.get, at(other))).status).toBe(404);
});

it("nobody is mailed who has not confirmed their address, wants no such mails, or is not who is asked", async () => {
  const owner = await newPerson();
  const server = await mailServer();
  const linus = await confirmed(server);
  const link = await sharedForm(owner, [linus.email]);
  const visitor = await visit(link, linus.token);
  const { db } = await testDatabase();
  const own = eq(accountRows.email, linus.email);
  await db
    .update(accountRows)
    .set({ mutedNotices: ["run_waits"] })
    .where(own);
  await expectOk(write(visitor, ""));
  await answered(visitor);
  expect((await mailsTo(server, linus.email)).filter((text) => subject.test(text))).toEqual([]);
  await db.update(accountRows).set({ mutedNotices: [] }).where(own);
  const team = await sharedForm(owner, [linus.email], {
    assignee: { type: "role", role: "Team Admin" },
    minutes: null,
    onDeadline: "end",
    passTo: null,
  });
  const second = await visit(team, linus.token);
  await expectOk(write(second, ""));
  expect((await answered(second)).status).toBe("waiting");
  expect((await mailsTo(server, linus.email)).filter((text) => subject.test(text))).toEqual([]);
  const [request] = bodies(await readLog(team.person, second.sessionId), "input_request");
  const body = { requestId: String(request?.requestId), decision: "respond", input: { city: "Rome" } };
  expect((await callAs(sessions.start, { ...asVisitor(second), body })).status).toBe(403);
});
