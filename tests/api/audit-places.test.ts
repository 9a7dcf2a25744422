import { describe, expect, it } from "vitest";
import { audit } from "@/lib/contract/audit/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { accept, freshEmail, inTeam, invited, joined, statusesOf } from "../support/members";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

interface Entry {
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const read = async (person: Person): Promise<Entry[]> => {
  const query = { limit: 100 } as never;
  const page = await expectOk(callAs(audit.list, { ...inTeam(person, person.slug), query }));
  return (page as unknown as { entries: Entry[] }).entries;
};
const newest = async (person: Person) => (await read(person))[0];

describe("members", () => {
  it("are noted when they are invited, come in, are changed and go", async () => {
    const ada = await newPerson();
    const email = freshEmail();
    const token = await invited(ada, email);
    const asked = await newest(ada);
    const invite = { kind: "invite", targetName: "Bob", teamId: ada.slug };
    expect(asked).toMatchObject({ action: "teams.invite", ...invite, before: null, after: { email } });
    expect(asked?.after).not.toHaveProperty("mailHash");
    expect(asked?.after).not.toHaveProperty("linkHash");
    await expectOk(accept(token, { password: goodPassword }));
    const came = await newest(ada);
    expect(came).toMatchObject({ action: "accounts.verify", kind: "team_member", via: "invite", accountEmail: email });
    expect(came).toMatchObject({ targetName: "Bob", teamId: ada.slug, before: null, after: { email } });

    const bob = await joined(ada);
    const params = { resourceSlug: ada.slug, memberId: bob.accountId };
    const edit = () =>
      callAs(teams.editMember, {
        token: ada.token,
        params,
        body: { permission_bit_60: "on", permission_bit_100: "on" },
      });
    await expectOk(edit());
    const member = { kind: "team_member", targetId: bob.accountId, targetName: "Bob", accountId: ada.accountId };
    const changed = await newest(ada);
    expect(changed).toMatchObject({ action: "teams.editMember", ...member });
    expect(changed?.before?.permissions).toContain("Delete Agent");
    expect(changed?.after?.permissions).toEqual(["Edit Team Member", "Create Agent"]);
    const before = (await read(ada)).length;
    await expectOk(edit());
    expect(await read(ada)).toHaveLength(before);

    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { email: bob.email } }));
    expect(await newest(ada)).toMatchObject({ action: "teams.removeMember", ...member, after: null });
    await expectOk(callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect(await newest(ada)).toMatchObject({
      ...member,
      action: "orgs.removeMember",
      kind: "org_member",
      teamId: null,
    });
  });

  it("are noted one change after the other, each from what the one before left", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const params = { resourceSlug: ada.slug, memberId: bob.accountId };
    const sets = [[], [70], [75], [100], [105], [110], [70, 75], [100, 105], [105, 110], [75, 110]];
    const edits = sets.map((bits) =>
      callAs(teams.editMember, {
        token: ada.token,
        params,
        body: Object.fromEntries(bits.map((bit) => [`permission_bit_${bit}`, "on"])),
      }),
    );
    expect(new Set(statusesOf(await Promise.all(edits)))).toEqual(new Set([200]));
    const log = (await read(ada)).filter(({ action }) => action === "teams.editMember");
    const held = (side: Entry["before"]) => String(side?.permissions);
    const steps = new Map(log.map(({ before, after }) => [held(before), held(after)]));
    expect([log.length, steps.size]).toEqual([sets.length, sets.length]);
  });

  it("who were asked in vain are noted as invites", async () => {
    const ada = await newPerson();
    const email = freshEmail();
    await invited(ada, email, "Org Admin");
    await expectOk(callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: { email } }));
    const gone = { action: "orgs.removeMember", kind: "invite", targetName: "Bob", teamId: null };
    expect(await newest(ada)).toMatchObject({ ...gone, before: { email, role: "Org Admin" }, after: null });
  });

  it("change and are invited at once without waiting for each other in a ring", async () => {
    const ada = await newPerson();
    const [bob, carol] = [await joined(ada), await joined(ada)];
    const people = [bob, carol];
    for (let round = 0; round < 5; round += 1) {
      const bits = round % 2 === 0 ? { permission_bit_100: "on" } : {};
      const edits = people.map(({ accountId }) =>
        callAs(teams.editMember, {
          token: ada.token,
          params: { resourceSlug: ada.slug, memberId: accountId },
          body: { permission_bit_60: "on", ...bits },
        }),
      );
      const invites = Array.from({ length: 4 }, () =>
        callAs(teams.invite, {
          ...inTeam(ada, ada.slug),
          body: { name: "Dora", email: freshEmail(), role: "Team Member" },
        }),
      );
      expect(statusesOf(await Promise.all([...edits, ...invites]))).toEqual([200, 200, 200, 200, 200, 200]);
    }
    const { length } = (await read(ada)).filter(({ action }) => action === "teams.editMember");
    expect(length).toBe(10);
  });
});

describe("teams and organizations", () => {
  it("are noted by what differs, and stay in the log when a team is gone", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const add = callAs(teams.add, { ...inTeam(ada, ada.slug), body: { name: "Second" } });
    const second = { ...ada, slug: String((await expectOk(add)).id) };
    expect(await newest(ada)).toMatchObject({
      action: "teams.add",
      kind: "team",
      targetId: second.slug,
      teamId: second.slug,
      teamName: "Second",
    });
    await expectOk(callAs(teams.edit, { ...inTeam(second, second.slug), body: { name: "Renamed" } }));
    const renamed = { before: { name: "Second" }, after: { name: "Renamed" } };
    expect(await newest(ada)).toMatchObject({ action: "teams.edit", targetId: second.slug, ...renamed });
    await expectOk(callAs(teams.remove, { ...inTeam(second, second.slug), body: { name: "Renamed" } }));
    const [gone, edited] = await read(ada);
    expect(gone).toMatchObject({ action: "teams.remove", before: { name: "Renamed" }, after: null });
    expect(edited).toMatchObject({ action: "teams.edit", teamId: second.slug, teamName: "Renamed" });
    await expectOk(callAs(orgs.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    const handed = { before: { ownerId: ada.accountId }, after: { ownerId: bob.accountId } };
    const log = (await read(bob)).filter(({ action }) => action === "orgs.transfer");
    expect(log.find((entry) => "ownerId" in (entry.after ?? {}))).toMatchObject({
      kind: "org",
      teamId: null,
      ...handed,
    });
  });

  it.each(["team", "org"] as const)("that are handed over are noted with both roles: %s", async (scope) => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const transfer = scope === "team" ? teams.transfer : (orgs.transfer as unknown as typeof teams.transfer);
    await expectOk(callAs(transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    const log = (await read(scope === "team" ? ada : bob)).filter(({ action }) => action === `${scope}s.transfer`);
    expect(log).toHaveLength(3);
    const of = ({ accountId }: Person) => log.find(({ targetId }) => targetId === accountId);
    const admin = scope === "team" ? "Team Admin" : "Org Admin";
    const member = { kind: `${scope}_member`, accountId: ada.accountId };
    const roles = { before: { role: "Owner" }, after: { role: admin } };
    expect(of(ada)).toMatchObject({ ...member, targetName: "Ada", ...roles });
    const first = scope === "team" ? "Team Member" : "Org Member";
    expect(of(bob)).toMatchObject({
      ...member,
      targetName: "Bob",
      before: { role: first },
      after: { role: "Owner" },
    });
  });
});

describe("variables", () => {
  it("are noted without their values, of which any may become a secret", async () => {
    const ada = await newPerson();
    const values = ["first-value-of-many", "second-value-of-many", "third-value-of-many"];
    const body = { name: "customer", defaultValue: values[0] };
    const { _id } = await expectOk(callAs(variables.add, { ...inTeam(ada, ada.slug), body }));
    expect((await newest(ada))?.after).toMatchObject({ name: "customer", secret: false, defaultValue: "••••" });
    const params = { resourceSlug: ada.slug, variableId: String(_id) };
    const edit = (change: object) => expectOk(callAs(variables.edit, { token: ada.token, params, body: change }));
    await edit({ defaultValue: values[1] });
    expect(await newest(ada)).toMatchObject({ after: { defaultValue: { value: "••••", changed: true } } });
    await edit({ secret: true });
    expect(await newest(ada)).toMatchObject({ before: { secret: false }, after: { secret: true } });
    expect((await newest(ada))?.after).not.toHaveProperty("defaultValue");
    await edit({ defaultValue: values[2] });
    expect(await newest(ada)).toMatchObject({ after: { defaultValue: { changed: true } } });
    await expectOk(callAs(variables.remove, { token: ada.token, params, body: {} }));
    const log = await read(ada);
    expect(log).toHaveLength(5);
    expect(JSON.stringify(log)).not.toMatch(/of-many/);
  });
});
