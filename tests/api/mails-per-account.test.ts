import { inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { invitesPerDay } from "@/lib/constants/limits";
import { orgs } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { roleBits } from "@/lib/permissions/roles";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { callAs, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { freshEmail, statusesOf } from "../support/members";
import { newOrg } from "../support/people";

const hour = 3_600_000;

/** What the audit log would say of so many invitations, the first of them at that time, a second apart. */
async function noteSent({ accountId, orgId, email }: Person, count: number, first: number): Promise<void> {
  const { db } = await testDatabase();
  const entries = Array.from({ length: count }, (_, i) => ({
    id: `audit_${accountId}_${first}_${i}`,
    orgId,
    accountId,
    accountName: "Ada",
    accountEmail: email,
    via: "session" as const,
    viaId: "token",
    address: "192.0.2.1",
    requestId: "request",
    action: i % 2 ? "teams.invite" : "orgs.invite",
    kind: "invite",
    targetId: `invite_${i}`,
    targetName: "Bob",
    dateCreated: new Date(first + i * 1_000),
  }));
  await db.insert(auditEntries).values(entries);
}

const inviteTo = (token: string, resourceSlug: string, email = freshEmail()) =>
  callAs(teams.invite, { token, params: { resourceSlug }, body: { name: "Bob", email, role: "Team Member" } });

it("an account sends a bounded number of invitations a day, in all organizations and by all keys together", async () => {
  const [ada, eve] = [await newPerson(), await newPerson("Eve")];
  const account = { accountId: ada.accountId, email: ada.email, name: "Ada" };
  const places = [ada.slug];
  for (let i = 0; i < 3; i += 1) places.push((await newOrg(account, `Engines ${i}`, "Analytical")).slug);
  const { secret } = await newKey(ada, { permissions: [Permission.ADD_TEAM_MEMBER, ...roleBits["Team Member"]] });
  await noteSent(ada, 500, Date.now() - 25 * hour);
  await noteSent(ada, invitesPerDay - 5, Date.now() - 23.5 * hour);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) => inviteTo(i % 3 ? ada.token : secret, String(places[i % places.length]))),
  );
  expect(statusesOf(replies)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  const invite = () => inviteTo(ada.token, ada.slug);
  const refused = await invite();
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: "rate_limited",
      error: `You've sent ${invitesPerDay} invitations in the last 24 hours, which is the maximum. Try again in 30 minutes.`,
    },
  });
  const wait = Number(refused.response.headers.get("retry-after"));
  expect([wait > 1_700, wait <= 1_800]).toEqual([true, true]);
  const toOrg = await callAs(orgs.invite, {
    token: ada.token,
    params: { resourceSlug: ada.slug },
    body: { name: "Bob", email: freshEmail(), role: "Org Member" },
  });
  expect(toOrg.status).toBe(429);
  expect((await inviteTo(eve.token, eve.slug)).status).toBe(200);
  // Two of them are a day old now.
  const { db } = await testDatabase();
  await db
    .update(auditEntries)
    .set({ dateCreated: new Date(Date.now() - 24 * hour) })
    .where(inArray(auditEntries.targetId, ["invite_0", "invite_1"]));
  const more = [await invite(), await invite(), await invite()];
  expect(more.map(({ status }) => status)).toEqual([200, 200, 429]);
});

it("an account asks for a bounded number of other addresses an hour, whichever they are", async () => {
  const ada = await newPerson();
  const ask = () =>
    callAs(security.changeEmail, { token: ada.token, body: { email: freshEmail(), password: goodPassword } });
  for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, body: { error: expect.stringContaining("Try again in") } });
});
