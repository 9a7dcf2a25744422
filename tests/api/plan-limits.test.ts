import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { Plan } from "@/lib/constants/plans";
import { models } from "@/lib/contract/models";
import { teams as contract } from "@/lib/contract/teams";
import { orgs, teams } from "@/lib/server/teams/table";
import { callAs, newPerson } from "../support/client";
import { testDatabase } from "../support/database";

async function onPlan(plan: typeof Plan.FREE | typeof Plan.TEAMS) {
  const { db } = await testDatabase();
  const ada = await newPerson();
  await db.update(orgs).set({ plan }).where(eq(orgs.id, ada.orgId));
  return { db, ada, to: { token: ada.token, params: { resourceSlug: ada.slug } } };
}

it("fifty teams at once never pass the plan's three", async () => {
  const { db, ada, to } = await onPlan(Plan.TEAMS);
  const add = (_: unknown, i: number) => callAs(contract.add, { ...to, body: { name: `Team ${i}` } });
  const statuses = (await Promise.all(Array.from({ length: 50 }, add))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 403)).toHaveLength(48);
  expect(await db.select().from(teams).where(eq(teams.orgId, ada.orgId))).toHaveLength(3);
});

it("a provider that the plan does not include is refused", async () => {
  const { to } = await onPlan(Plan.FREE);
  const body = { name: "Model", model: "claude-3-opus-20240229", config: { api_key: "sk" }, force: true };
  const refused = await callAs(models.add, { ...to, body: { ...body, type: "anthropic" } });
  expect(refused).toMatchObject({ status: 403, body: { code: "limit", limit: "providers" } });
  expect((await callAs(models.add, { ...to, body: { ...body, type: "open_ai", model: "gpt-4o" } })).status).toBe(200);
});
