import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { accounts as accountTable } from "@/lib/server/platform/db/tables/accounts";
import { notifications } from "@/lib/server/platform/db/tables/notifications";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { accept, freshEmail, inTeam, invited, joined } from "../support/members";
import { listed, see, titles, unseen } from "../support/notifications";

const tokenIn = (link: string | null | undefined): string =>
  new URL(link ?? "", "http://x").searchParams.get("token") ?? "";

async function verified(name: string): Promise<Person> {
  const { db } = await testDatabase();
  const person = await newPerson(name);
  await db.update(accountTable).set({ emailVerified: true }).where(eq(accountTable.id, person.accountId));
  return person;
}

describe("an invite", () => {
  it("is told to the account of that address with a link that works, which stands nowhere in clear", async () => {
    const { pool } = await testDatabase();
    const [ada, bob, mallory] = [await newPerson(), await verified("Bob"), await verified("Mallory")];
    await invited(ada, bob.email);
    const [told] = await listed(bob);
    expect(told).toMatchObject({ title: "Invitation", type: "team", seen: false });
    expect(told?.description).toBe("Ada invited you to join **My team** as Team Member.");
    const token = tokenIn(told?.link);
    expect(token).toMatch(/^mi_/);
    const { rows } = await pool.query<{ row: string }>("select n::text row from notifications n");
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
    expect((await accept(token, { as: mallory })).status).toBe(403);
    await expectOk(accept(token, { as: bob }));
    expect(await titles(bob)).toEqual([]);
    expect(await titles(ada)).toEqual(["New member"]);
    expect((await listed(ada))[0]).toMatchObject({ description: "Bob joined My team.", link: `/${ada.slug}/team` });
  });

  it("brings no link where nobody has shown that the address is theirs", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await invited(ada, bob.email);
    const [told] = await listed(bob);
    expect(told?.link).toBeNull();
    expect(told?.description).toBe("Ada invited you to join **My team** as Team Member. Ask Ada for the link.");
  });

  it("that is sent again stands there once, unseen; one that is withdrawn is gone", async () => {
    const [ada, bob] = [await newPerson(), await verified("Bob")];
    await invited(ada, bob.email);
    const [first] = await listed(bob);
    await see(bob, [first?._id ?? ""]);
    await invited(ada, bob.email);
    const [second, ...more] = await listed(bob);
    expect([more, second?.seen, second?.link === first?.link]).toEqual([[], false, false]);
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { email: bob.email } }));
    expect(await listed(bob)).toEqual([]);
  });

  it("to an organization is told as well, and its acceptance to who has invited", async () => {
    const [ada, bob] = [await newPerson(), await verified("Bob")];
    await invited(ada, bob.email, "Org Admin");
    const [told] = await listed(bob);
    expect(told?.description).toBe("Ada invited you to join **Ada's organization** as Org Admin.");
    await expectOk(accept(tokenIn(told?.link), { as: bob }));
    expect(await listed(ada)).toMatchObject([{ description: "Bob joined Ada's organization." }]);
  });

  it("to an address without an account is told to nobody", async () => {
    const ada = await newPerson();
    await invited(ada, freshEmail());
    const { db } = await testDatabase();
    const rows = await db.select().from(notifications).where(eq(notifications.teamId, ada.slug));
    expect(rows).toEqual([]);
  });
});

const editAs = (person: Person, memberId: string, body: object) =>
  callAs(teams.editMember, { token: person.token, params: { resourceSlug: person.slug, memberId }, body: { ...body } });

describe("a change of rights", () => {
  it("is told to whom it concerns, in that team; a removal wherever they are", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    await expectOk(editAs(ada, bob.accountId, { role: "Team Admin" }));
    expect(await listed(bob)).toMatchObject([
      { title: "Permissions changed", description: "Your permissions in My team have changed.", type: "team" },
    ]);
    // What changes nothing is not told.
    await expectOk(editAs(ada, bob.accountId, { role: "Team Admin" }));
    expect(await titles(bob)).toEqual(["Permissions changed"]);
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect((await unseen(bob)).map(({ description }) => description)).toEqual([
      "You're no longer a member of My team.",
    ]);
  });

  it("of an organization, and of who owns a team, is told too", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const params = { resourceSlug: ada.slug, memberId: bob.accountId };
    await expectOk(callAs(orgs.editMember, { token: ada.token, params, body: { permission_bit_52: "on" } }));
    await expectOk(callAs(teams.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect((await listed(bob)).map(({ description }) => description)).toEqual([
      "You now own My team.",
      "Your permissions in Ada's organization have changed.",
    ]);
    expect((await listed(ada))[0]?.description).toBe("My team has a new owner. You're still an admin.");
  });
});
