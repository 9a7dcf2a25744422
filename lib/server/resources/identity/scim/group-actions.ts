import { maxScimGroupMembers } from "@/lib/constants/identity";
import { type ScimGroupForm, type ScimPatch, scimGroupForm } from "@/lib/contract/scim/schemas";
import { AppError } from "../../../platform/errors/errors";
import { parseInput } from "../../../platform/http/body/parse";
import { reapplyRules } from "../members/reapply";
import { type ScimCall, toRuledOrg } from "./client";
import {
  addMembers,
  deleteGroup,
  type GroupFields,
  getGroup,
  insertGroup,
  listMemberIds,
  removeMembers,
  updateGroup,
} from "./groups";
import { type AttributeChange, readReferences, readText, toChanges } from "./protocol/patch";
import type { ScimGroup } from "./views";

const toFields = ({ displayName, externalId }: ScimGroupForm): GroupFields => ({
  displayName,
  externalId: externalId || null,
});

const toIds = ({ members }: ScimGroupForm): Set<string> => new Set((members ?? []).map(({ value }) => value));

/** Creates a group. Returns its id. */
export async function addGroup(call: ScimCall, form: ScimGroupForm): Promise<string> {
  const group = await insertGroup(call.tx, call.org.id, toFields(form));
  await changeMembers(call, group, toIds(form));
  return group.id;
}

export async function replaceGroup(call: ScimCall, id: string, form: ScimGroupForm): Promise<void> {
  const group = await getGroup(call.tx, call.org.id, id);
  await saveGroup(call, group, toFields(form), toIds(form));
}

export async function patchGroup(call: ScimCall, id: string, operations: readonly ScimPatch[]): Promise<void> {
  const group = await getGroup(call.tx, call.org.id, id);
  const form: Record<string, unknown> = { displayName: group.displayName, externalId: group.externalId };
  const members = new Set(await listMemberIds(call.tx, group));
  for (const change of toChanges(operations)) changeGroup(form, members, change);
  await saveGroup(call, group, toFields(parseInput(scimGroupForm, form)), members);
}

function changeGroup(form: Record<string, unknown>, members: Set<string>, change: AttributeChange): void {
  const { path, selected, op, value } = change;
  if (path === "displayname") form.displayName = op === "remove" ? "" : (readText(value, path) ?? "");
  if (path === "externalid") form.externalId = op === "remove" ? null : readText(value, path);
  if (path !== "members") return;
  const ids = selected === undefined ? (value === undefined ? undefined : readReferences(value, path)) : [selected];
  // Without a value, all are removed or replaced.
  if (op === "replace" || ids === undefined) members.clear();
  for (const id of ids ?? [])
    if (op === "remove") members.delete(id);
    else members.add(id);
}

/** Everyone whose groups, or whose group's name, have changed gets the roles of the rules. */
async function saveGroup(
  call: ScimCall,
  group: ScimGroup,
  fields: GroupFields,
  members: ReadonlySet<string>,
): Promise<void> {
  await updateGroup(call.tx, group, fields);
  await changeMembers(call, group, members, fields.displayName !== group.displayName);
}

async function changeMembers(
  call: ScimCall,
  group: ScimGroup,
  members: ReadonlySet<string>,
  isRenamed = false,
): Promise<void> {
  if (members.size > maxScimGroupMembers)
    throw new AppError("limit", `The limit is ${maxScimGroupMembers.toLocaleString("en")} members per group.`);
  const before = new Set(await listMemberIds(call.tx, group));
  const added = [...members.difference(before)];
  const removed = [...before.difference(members)];
  await addMembers(call.tx, group, added);
  await removeMembers(call.tx, group, removed);
  await reapplyRules(call.tx, toRuledOrg(call), isRenamed ? [...before.union(members)] : [...added, ...removed]);
}

export async function removeGroup(call: ScimCall, id: string): Promise<void> {
  const group = await getGroup(call.tx, call.org.id, id);
  const members = await listMemberIds(call.tx, group);
  await deleteGroup(call.tx, group);
  await reapplyRules(call.tx, toRuledOrg(call), members);
}
