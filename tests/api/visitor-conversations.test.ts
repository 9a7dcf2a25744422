import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { shareVisitors } from "@/lib/server/platform/db/tables/shares";
import { sweepShares } from "@/lib/server/resources/shares/actions";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { joinTeam, testWorker } from "../support/sessions";
import { login } from "../support/signing-in";
import { unlimited } from "../support/unlimited";
import {
  asVisitor,
  inTeam,
  type Shared,
  setSharing,
  sharedApp,
  type Visitor,
  visit,
  visitorAccount,
  visitorMessages,
  write,
} from "../support/visitors";

unlimited();

beforeAll(() => testWorker());

const day = 86_400_000;

async function newMember(link: Shared, name: string): Promise<Person> {
  const person = await newPerson(name);
  await joinTeam(person, link.slug);
  return person;
}

const readBy = async (visitor: Visitor) => (await callAs(sessions.messages, asVisitor(visitor))).status;
const signOut = ({ token, csrf }: Person) => expectOk(callAs(accounts.logout, { token, body: { _csrf: csrf } }));
const anotherSession = async (person: Person): Promise<string> => String((await expectOk(login(person))).token);
const listedFor = async (visitor: Visitor): Promise<string[]> => {
  const { body } = await visitorAccount(visitor.token);
  return (body as { visitor: { sessions: { _id: string }[] } }).visitor.sessions.map(({ _id }) => _id).sort();
};

it("members have what they have begun by a link as long as they come back, and nobody else has it", async () => {
  const link = await sharedApp();
  const [grace, eve] = [await newMember(link, "Grace"), await newMember(link, "Eve")];
  await expectOk(setSharing(link.person, link.appId, { sharingMode: "team" }));
  const first = await visit(link, grace.token);
  await expectOk(write(first, "Hello"));
  await signOut(grace);
  const second = await visit(link, await anotherSession(grace));
  expect((await visitorMessages({ ...first, token: second.token }))[0]).toMatchObject({ text: "Hello" });
  const other = await visit(link, eve.token);
  expect(await readBy({ ...first, token: other.token })).toBe(404);
  const { db } = await testDatabase();
  const own = eq(shareVisitors.accountId, grace.accountId);
  const away = { lastUsed: new Date(Date.now() - 31 * day) };
  const [row] = await db
    .select({ id: shareVisitors.id })
    .from(shareVisitors)
    .where(own)
    .orderBy(shareVisitors.dateCreated);
  await db
    .update(shareVisitors)
    .set(away)
    .where(eq(shareVisitors.id, String(row?.id)));
  await sweepShares(db);
  expect(await db.$count(shareVisitors, own)).toBe(2);
  await db.update(shareVisitors).set(away).where(own);
  await sweepShares(db);
  expect(await db.$count(shareVisitors, own)).toBe(0);
});

it("members who sign in again have what they have begun at a link for everybody, and nobody else has it", async () => {
  const link = await sharedApp();
  const grace = await newMember(link, "Grace");
  const visitor = await visit(link, grace.token);
  await expectOk(write(visitor, "Hello"));
  await signOut(grace);
  expect(await readBy(visitor)).toBe(401);
  const again = await visit(link, await anotherSession(grace));
  expect((await visitorMessages({ ...visitor, token: again.token }))[0]).toMatchObject({ text: "Hello" });
  expect(await listedFor(again)).toEqual([visitor.sessionId, again.sessionId].sort());
  for (const other of [await visit(link), await visit(link, (await newPerson("Eve")).token)])
    expect(await readBy({ ...visitor, token: other.token })).toBe(404);
});

it("who was removed from the team does not get back what they had begun once the app is for everybody", async () => {
  const link = await sharedApp();
  const grace = await newMember(link, "Grace");
  await expectOk(setSharing(link.person, link.appId, { sharingMode: "team" }));
  const before = await visit(link, grace.token);
  await expectOk(write(before, "A secret of the team"));
  await expectOk(callAs(teams.removeMember, { ...inTeam(link.person), body: { memberId: grace.accountId } }));
  await expectOk(setSharing(link.person, link.appId, { sharingMode: "public" }));
  const after = await visit(link, grace.token);
  expect(await readBy({ ...before, token: after.token })).toBe(404);
  expect(await listedFor(after)).toEqual([after.sessionId]);
});
