import { expect, it } from "vitest";
import { maxFavorites } from "@/lib/constants/favorites";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { favorites } from "@/lib/contract/favorites/schemas";
import { favorites as table } from "@/lib/server/platform/db/tables/favorites";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { joinTeam, newApp } from "../support/sessions";
import { newAgent, newModel } from "../support/tasks";

ownDatabase();

const to = (person: Person, slug = person.slug) => ({ token: person.token, params: { resourceSlug: slug } });
const add = (person: Person, id: string, slug = person.slug) =>
  callAs(favorites.add, { ...to(person, slug), body: { id } });
const list = async (person: Person, recent?: string, slug = person.slug) => {
  const { favorites: marked, recent: opened } = await expectOk(
    callAs(favorites.list, { ...to(person, slug), query: recent === undefined ? {} : { recent } }),
  );
  const names = (items: unknown) => (items as { name: string }[]).map(({ name }) => name);
  return [names(marked), names(opened)];
};

it("favorites are a person's own, with current names, and without what is deleted", async () => {
  const [ada, bob] = [await newPerson(), await newPerson()];
  await joinTeam(bob, ada.slug, []);
  const modelId = await newModel(ada);
  const agentId = await newAgent(ada, "First", modelId);
  const appId = await newApp(ada);
  for (const id of [agentId, appId, agentId]) await expectOk(add(ada, id));
  const params = { resourceSlug: ada.slug, agentId };
  await expectOk(callAs(agents.edit, { token: ada.token, params, body: { name: "Renamed" } }));
  expect(await list(ada, `${modelId},${agentId},nothing,app_unknown`)).toEqual([
    ["Chat", "Renamed"],
    ["Model", "Renamed"],
  ]);
  expect(await list(bob, undefined, ada.slug)).toEqual([[], []]);
  await expectOk(callAs(favorites.remove, { token: ada.token, params: { resourceSlug: ada.slug, favoriteId: appId } }));
  const again = callAs(favorites.remove, { token: ada.token, params: { resourceSlug: ada.slug, favoriteId: appId } });
  expect((await again).status).toBe(404);
  await expectOk(callAs(agents.remove, { token: ada.token, params, body: { force: true } }));
  expect(await list(ada)).toEqual([[], []]);
});

it("deleted items don't count toward the maximum, and a full list says so", async () => {
  const ada = await newPerson();
  const { db } = await testDatabase();
  const { accountId, slug: teamId } = ada;
  const rows = Array.from({ length: maxFavorites }, (_, i) => ({ accountId, teamId, resourceId: `agent_gone_${i}` }));
  await db.insert(table).values(rows);
  const modelId = await newModel(ada);
  await expectOk(add(ada, modelId));
  expect(await list(ada)).toEqual([["Model"], []]);
  const agentIds = await Promise.all(rows.slice(1).map((_, i) => newAgent(ada, `Agent ${i}`, modelId)));
  await db.insert(table).values(agentIds.map((resourceId) => ({ accountId, teamId, resourceId })));
  await expectOk(add(ada, modelId));
  expect((await add(ada, await newApp(ada))).status).toBe(409);
});

it("members can't add or find what they can't see", async () => {
  const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()];
  await joinTeam(bob, ada.slug, []);
  const appId = await newApp(ada);
  expect((await add(eve, appId)).status).toBe(404);
  expect(await list(eve, appId)).toEqual([[], []]);
  await expectOk(add(bob, appId, ada.slug));
  const params = { resourceSlug: ada.slug, appId };
  await expectOk(callAs(apps.edit, { token: ada.token, params, body: { sharingMode: "private" } }));
  expect(await list(bob, appId, ada.slug)).toEqual([[], []]);
  expect((await add(bob, "account_1", ada.slug)).status).toBe(404);
});
