import { describe, expect, it } from "vitest";
import { viewAsHeader } from "@/lib/constants/ui";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { describeGranters } from "@/lib/permissions/checker";
import { callAs, expectOk } from "../support/client";
import { ownDatabase } from "../support/database";
import { type Account, newAccount, newOrg, newTeam, type Standing, stand, tokenOf } from "../support/people";

ownDatabase();

const { ADD_TEAM_MEMBER, CREATE_AGENT, CREATE_APP, EDIT_ORG, EDIT_ORG_MEMBER, EDIT_TEAM_MEMBER } = Permission;

type Place = Awaited<ReturnType<typeof newOrg>>;

const owned = async () => newOrg(await newAccount("Olga Owner"), "Org", "Team");

async function person(name: string, place: Place, standing: Standing = {}): Promise<Account> {
  const account = await newAccount(name);
  await stand(account, place, standing);
  return account;
}

async function granters(account: Account, { slug }: Place, headers: Record<string, string> = {}) {
  const sent = { token: await tokenOf(account), params: { resourceSlug: slug }, headers };
  return ((await expectOk(callAs(teams.granters, sent))) as { granters: Record<number, string[]> }).granters;
}

describe("who can grant what a member lacks", () => {
  it("is whoever may edit members there and holds it, owners first, three at most", async () => {
    const place = await owned();
    const bob = await person("Bob", place, { teamBits: [CREATE_APP] });
    await person("Eve Editor", place, { teamBits: [EDIT_TEAM_MEMBER, CREATE_AGENT] });
    await person("Ann Admin", place, { teamBits: [Permission.TEAM_ADMIN] });
    await person("Al Orgeditor", place, { orgBits: [EDIT_ORG_MEMBER], teamBits: [CREATE_AGENT] });
    await person("Hal Holder", place, { teamBits: [CREATE_AGENT] });
    const found = await granters(bob, place);
    expect(found[CREATE_AGENT]).toEqual(["Olga Owner", "Ann Admin", "Eve Editor"]);
    expect(found[ADD_TEAM_MEMBER]).toEqual(["Olga Owner", "Ann Admin"]);
    // What he holds, and what nobody sets.
    for (const bit of [CREATE_APP, Permission.DELETE_APP, Permission.TEAM_OWNER, Permission.ROOT])
      expect(found).not.toHaveProperty(String(bit));
    await person("Abe Admin", place, { teamBits: [Permission.TEAM_ADMIN] });
    expect((await granters(bob, place))[CREATE_AGENT]).toEqual(["Olga Owner", "Abe Admin", "Ann Admin"]);
  });

  it("is never oneself, and nobody of another team or organization", async () => {
    const place = await owned();
    const eve = await person("Eve Editor", place, { teamBits: [EDIT_TEAM_MEMBER] });
    const sid = await newAccount("Sid Sibling");
    const sibling = await newTeam(sid, place.orgId, "Sibling");
    await person("Sue Sibling", sibling, { teamBits: [Permission.TEAM_ADMIN] });
    await person("Ola Admin", sibling, { orgBits: [Permission.ORG_ADMIN] });
    const elsewhere = await newOrg(await newAccount("Elsa Elsewhere"), "Other", "Other");
    await person("Ed Elsewhere", elsewhere, { orgBits: [Permission.ORG_ADMIN], teamBits: [Permission.TEAM_ADMIN] });
    const found = await granters(eve, place);
    // The organization's admin is not in this team and edits its members all the same, as far as its roles go.
    expect(found[CREATE_AGENT]).toEqual(["Olga Owner", "Ola Admin"]);
    expect(found[ADD_TEAM_MEMBER]).toEqual(["Olga Owner", "Ola Admin"]);
    expect(found[Permission.CREATE_MODEL]).toEqual(["Olga Owner"]);
    // A team's owner makes admins, but not of themselves.
    expect((await granters(sid, sibling))[Permission.TEAM_ADMIN]).toEqual(["Olga Owner", "Ola Admin", "Sue Sibling"]);
    expect(found[Permission.CREATE_TEAM]).toEqual(["Olga Owner", "Ola Admin"]);
    expect(found[EDIT_ORG]).toEqual(["Olga Owner"]);
    expect(JSON.stringify(found)).not.toMatch(/Eve|Sid|Sue|Els|Ed /);
  });

  it("is what the member lacks, when the console is seen as them", async () => {
    const place = await owned();
    const bob = await person("Bob", place);
    const ann = await person("Ann Admin", place, { teamBits: [Permission.TEAM_ADMIN] });
    expect(await granters(ann, place)).not.toHaveProperty(String(CREATE_AGENT));
    const seen = await granters(ann, place, { [viewAsHeader]: bob.accountId });
    expect(seen).toEqual(await granters(bob, place));
    expect(seen[CREATE_AGENT]).toEqual(["Olga Owner", "Ann Admin"]);
  });

  it("is said in one sentence", () => {
    expect(describeGranters(CREATE_AGENT, ["Ada", "Bob", "Cy"])).toBe("Ask Ada, Bob, or Cy.");
    expect(describeGranters(CREATE_AGENT, ["Ada"])).toBe("Ask Ada.");
    expect(describeGranters(CREATE_AGENT)).toBe("Ask a team admin.");
    expect(describeGranters(EDIT_ORG_MEMBER, [])).toBe("Ask an organization admin.");
    expect(describeGranters(Permission.DELETE_APP, ["Ada"])).toBe("Only the organization's owner can delete apps.");
  });
});
