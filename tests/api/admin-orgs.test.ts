import { describe, expect, it } from "vitest";
import { admin } from "@/lib/contract/admin/schemas";
import { getPlan } from "@/lib/server/access/plans/plan";
import { entriesOf, rootToken } from "../support/administration";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

describe("organizations", () => {
  const find = async (token: string, q: string) => {
    const { orgs } = await expectOk(callAs(admin.orgs, { token, query: { q } }));
    return orgs as Record<string, unknown>[];
  };

  it("are found by name and owner, with figures and the plan in force", async () => {
    const ada = await newPerson("Ada");
    const token = await rootToken();
    const [org, ...others] = await find(token, ada.email);
    expect(others).toEqual([]);
    expect(org).toMatchObject({
      _id: ada.orgId,
      name: "Ada's organization",
      ownerName: "Ada",
      ownerEmail: ada.email,
      members: 1,
      teams: 1,
      plan: "enterprise",
      planSource: "default",
    });
    expect((await find(token, "ada's ORG")).map(({ _id }) => _id)).toContain(ada.orgId);
    expect(await find(token, "%")).toEqual([]);
  });

  it("get a plan that is in force at once and is noted with them", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const set = (plan: unknown) => callAs(admin.setPlan, { token, params: { orgId: ada.orgId }, body: { plan } });
    expect((await set("teams")).status).toBe(200);
    const { db } = await testDatabase();
    expect(await getPlan(db, ada.orgId)).toMatchObject({ plan: "teams" });
    expect((await find(token, ada.email))[0]).toMatchObject({ plan: "teams", planSource: "set" });
    expect((await entriesOf(ada))[0]).toMatchObject({
      action: "admin.setPlan",
      accountName: "Root",
      before: { plan: null },
      after: { plan: "teams" },
    });
    expect((await set(null)).status).toBe(200);
    expect((await find(token, ada.email))[0]).toMatchObject({ plan: "enterprise", planSource: "default" });
    expect(await set("gold")).toMatchObject({ status: 400, body: { issues: [{ path: "plan" }] } });
    const gone = await callAs(admin.setPlan, { token, params: { orgId: "org_none" }, body: { plan: "pro" } });
    expect(gone).toMatchObject({
      status: 404,
      body: { error: "This organization doesn't exist or is no longer available." },
    });
  });

  it("are counted by plan", async () => {
    const token = await rootToken();
    const count = async () => {
      const { plans } = await expectOk(callAs(admin.plans, { token }));
      return (plans as { plan: string; set: number }[]).find(({ plan }) => plan === "pro")?.set ?? 0;
    };
    const before = await count();
    const { orgId } = await newPerson();
    await expectOk(callAs(admin.setPlan, { token, params: { orgId }, body: { plan: "pro" } }));
    expect(await count()).toBe(before + 1);
  });
});
