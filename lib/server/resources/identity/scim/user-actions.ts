import type { ScimPatch, ScimUserForm } from "@/lib/contract/scim/schemas";
import { revokeInvite } from "../../../access/invites/service";
import { reapplyRules } from "../members/reapply";
import { type ScimCall, toRuledOrg } from "./client";
import { deprovision } from "./deprovision";
import { provision, renameAccount } from "./provision";
import { patchUserFields, toUserFields, type UserFields } from "./user-form";
import { deleteUser, getUser, insertUser, updateUser } from "./users";
import type { ScimUser } from "./views";

/** Creates a user, who becomes a member or is invited. Returns the id. */
export async function addUser(call: ScimCall, form: ScimUserForm): Promise<string> {
  const user = await insertUser(call.tx, call.org.id, toUserFields(form));
  if (user.active) await admit(call, user);
  return user.id;
}

export async function replaceUser(call: ScimCall, id: string, form: ScimUserForm): Promise<void> {
  await saveUser(call, await getUser(call.tx, call.org.id, id), toUserFields(form));
}

export async function patchUser(call: ScimCall, id: string, operations: readonly ScimPatch[]): Promise<void> {
  const before = await getUser(call.tx, call.org.id, id);
  await saveUser(call, before, patchUserFields(before, operations));
}

export async function removeUser(call: ScimCall, id: string): Promise<void> {
  const user = await getUser(call.tx, call.org.id, id);
  await deprovision(call, user);
  await deleteUser(call.tx, user);
}

async function admit(call: ScimCall, user: ScimUser): Promise<void> {
  if (await provision(call, user)) await reapplyRules(call.tx, toRuledOrg(call), [user.id]);
}

async function saveUser(call: ScimCall, before: ScimUser, fields: UserFields): Promise<void> {
  const { tx, org } = call;
  const user = await updateUser(tx, before, fields);
  if (!user.active) return before.active ? deprovision(call, before) : undefined;
  // An invitation to the old address would still admit its owner.
  if (before.email !== user.email) await revokeInvite(tx, { orgId: org.id, teamId: null }, before.email);
  await renameAccount(call, user);
  await admit(call, user);
}
