import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { samples } from "@/lib/contract/samples/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { joinTeam, newApp } from "../support/sessions";

const { CREATE_AGENT, CREATE_APP, DELETE_AGENT, EDIT_APP, TEAM_ADMIN } = Permission;

/** Ada's team with a private app of hers, a member who may make apps and agents and edit apps, and an admin. */
async function team() {
  const [ada, bob, carol] = [await newPerson(), await newPerson("Bob"), await newPerson("Carol")];
  await joinTeam(bob, ada.slug, [CREATE_APP, CREATE_AGENT, EDIT_APP]);
  await joinTeam(carol, ada.slug, [TEAM_ADMIN]);
  const [open, closed] = [await newApp(ada), await newApp(ada)];
  const to = (person: Person, appId: string) => ({
    token: person.token,
    params: { resourceSlug: ada.slug, appId },
  });
  await expectOk(callAs(apps.edit, { ...to(ada, closed), body: { sharingMode: "private" } }));
  const listed = async ({ token }: Person) => {
    const answer = await expectOk(callAs(apps.list, { token, params: { resourceSlug: ada.slug } }));
    return (answer as { apps: { _id: string }[] }).apps.map(({ _id }) => _id);
  };
  return { ada, bob, carol, open, closed, to, listed };
}

it("shows a private app to its creator and the team's admins alone", async () => {
  const { ada, bob, carol, open, closed, to, listed } = await team();
  expect(await listed(ada)).toEqual([closed, open]);
  expect(await listed(carol)).toEqual([closed, open]);
  expect(await listed(bob)).toEqual([open]);
  for (const [person, status] of [[ada, 200] as const, [carol, 200] as const, [bob, 404] as const])
    expect((await callAs(apps.get, to(person, closed))).status).toBe(status);
});

it("answers another member about a private app as about one that does not exist", async () => {
  const { ada, bob, closed, to } = await team();
  const attempts = (appId: string) => [
    callAs(apps.get, to(bob, appId)),
    callAs(apps.edit, { ...to(bob, appId), body: { name: "Mine", version: 0 } }),
    callAs(apps.duplicate, to(bob, appId)),
    callAs(apps.remove, to(bob, appId)),
    callAs(sessions.add, { ...to(bob, appId), body: { id: appId } }),
  ];
  const answers = async (appId: string) =>
    (await Promise.all(attempts(appId))).map(({ status, body }) => ({ status, body: body as unknown }));
  const nothing = await answers("app_none");
  // Deleting comes with the organisation, whose owner sees everything: nobody else gets as far as the app.
  expect(nothing.map(({ status }) => status)).toEqual([404, 404, 404, 403, 404]);
  expect(await answers(closed)).toEqual(nothing);
  const { app } = (await expectOk(callAs(apps.get, to(ada, closed)))) as { app: object };
  expect(app).toMatchObject({ name: "Chat", sharingConfig: { mode: "private" } });
});

it("does not hide one's own copy, nor what is shared again", async () => {
  const { ada, bob, open, closed, to, listed } = await team();
  const { _id: copy } = await expectOk(callAs(apps.duplicate, to(bob, open)));
  await expectOk(callAs(apps.edit, { ...to(bob, String(copy)), body: { sharingMode: "private" } }));
  expect(await listed(bob)).toEqual([copy, open]);
  await expectOk(callAs(apps.edit, { ...to(ada, closed), body: { sharingMode: "team" } }));
  expect(await listed(bob)).toEqual([copy, closed, open]);
});

it("counts a private app among what uses its agent, and names it to those alone who may use it", async () => {
  const { ada, carol, closed, to } = await team();
  const { app } = (await expectOk(callAs(apps.get, to(ada, closed)))) as {
    app: { chatAppConfig: { agentId: string } };
  };
  await expectOk(callAs(apps.edit, { ...to(ada, closed), body: { name: "Payroll" } }));
  const dora = await newPerson("Dora");
  await joinTeam(dora, ada.slug, [DELETE_AGENT]);
  const params = { resourceSlug: ada.slug, agentId: app.chatAppConfig.agentId };
  const refused = await callAs(agents.remove, { token: dora.token, params, body: {} });
  expect(refused).toMatchObject({ status: 409, body: { usedBy: [{ type: "app", name: "Private app" }] } });
  expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`Payroll|${closed}`));
  const told = await callAs(agents.remove, { token: carol.token, params, body: {} });
  expect(told).toMatchObject({ status: 409, body: { usedBy: [{ _id: closed, name: "Payroll" }] } });
});

it("leads nobody to a sample that is private to another, but makes one that they can use", async () => {
  const { ada, bob, carol, to } = await team();
  const take = async ({ token }: Person) => {
    const { appId, redirect } = await expectOk(callAs(samples.add, { token, params: { resourceSlug: ada.slug } }));
    expect(redirect).toBe(`/${ada.slug}/app/${appId}`);
    return String(appId);
  };
  const first = await take(ada);
  expect(await take(bob)).toBe(first);
  await expectOk(callAs(apps.edit, { ...to(ada, first), body: { sharingMode: "private" } }));
  expect(await take(ada)).toBe(first);
  expect(await take(carol)).toBe(first);
  const second = await take(bob);
  expect(second).not.toBe(first);
  await expectOk(callAs(apps.get, to(bob, second)));
  expect(await take(bob)).toBe(second);
});
