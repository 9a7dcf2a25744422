import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { trashKinds } from "@/lib/constants/trash";
import { apps } from "@/lib/contract/apps/schemas";
import { allBits, Permission } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import { trashPermissions } from "@/lib/permissions/trash";
import { trash } from "@/lib/server/platform/db/tables/trash";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { newMember, tokenOf } from "../support/people";
import { newAgent, newModel, newVariable } from "../support/tasks";
import { deleted, emptyTrash, listedTrash, removeItem, restored, tryRestore } from "../support/trash";

const refusal = (bit: number) => ({
  status: 403,
  body: { error: missingPermission(bit), code: "forbidden", permission: bit },
});

it.each(trashKinds)("restoring and deleting a %s needs the permission for its kind", async (kind) => {
  const ada = await newPerson();
  const { db } = await testDatabase();
  const [id, resourceId] = [newId("trash"), `${kind}_${randomUUID()}`];
  const own = { id, teamId: ada.slug, kind, resourceId, name: "Thing", deletedBy: ada.accountId };
  const sharingConfig = { mode: "team" as const, emails: [] };
  await db.insert(trash).values({ ...own, sharingConfig, expires: new Date(Date.now() + 60_000) });
  const { restore, remove } = trashPermissions[kind];
  for (const [bit, run] of [
    [restore, tryRestore],
    [remove, removeItem],
  ] as const) {
    if (bit === undefined) continue;
    const all = allBits.filter((one) => one >= Permission.CREATE_APP && one !== bit);
    const member = await newMember({ orgId: ada.orgId, slug: ada.slug }, { teamBits: all });
    const caller = { ...ada, token: await tokenOf(member) };
    expect(await run(caller, id)).toMatchObject(refusal(bit));
  }
  expect(await listedTrash(ada)).toHaveLength(1);
});

it("empties only what the member may delete", async () => {
  const ada = await newPerson();
  const agentId = await newAgent(ada, "Guide", await newModel(ada));
  const variable = await deleted(ada, "variable", await newVariable(ada, "city"));
  await deleted(ada, "agent", agentId);
  const bits = [Permission.DELETE_AGENT];
  const member = await newMember({ orgId: ada.orgId, slug: ada.slug }, { teamBits: bits });
  const caller = { ...ada, token: await tokenOf(member) };
  expect(await emptyTrash(caller)).toMatchObject({ body: { deleted: 1, kept: 1, more: false } });
  expect((await listedTrash(ada)).map(({ _id }) => _id)).toEqual([variable]);
});

it("shows private apps only to their creator and team admins", async () => {
  const ada = await newPerson();
  const agentId = await newAgent(ada, "Guide", await newModel(ada));
  const body = { name: "Secret plans", type: "chat", sharingMode: "private", agentId };
  const params = { resourceSlug: ada.slug };
  const { _id } = (await expectOk(callAs(apps.add, { token: ada.token, params, body }))) as { _id: string };
  const item = await deleted(ada, "app", _id);
  const member = await newMember({ orgId: ada.orgId, slug: ada.slug }, { teamBits: [Permission.CREATE_APP] });
  const caller = { ...ada, token: await tokenOf(member) };
  expect(await listedTrash(caller)).toEqual([]);
  expect(await tryRestore(caller, item)).toMatchObject({ status: 404 });
  expect(await emptyTrash(caller)).toMatchObject({ body: { deleted: 0, kept: 0 } });
  await restored(ada, item);
});
