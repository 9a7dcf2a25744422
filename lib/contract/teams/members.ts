import { z } from "zod";
import { permissionField } from "@/lib/permissions/editor";
import { permissionEntries, type Scope } from "@/lib/permissions/entries";
import { emailField } from "../accounts/schemas";
import { dateTime, empty, idField, listPage, listQuery, nameField } from "../base/fields";

export const memberSchema = z.object({
  memberId: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** A role's name, `Custom`, or `Owner` for the owner of the team or its organization. */
  role: z.string(),
  /** The stored bits of the member in this team or organization, which its form edits. */
  permissions: z.array(z.number()),
  /** The permissions are set by a rule of the organization's identity provider. */
  byProvider: z.boolean(),
  /** The effective bits. */
  effective: z.array(z.number()),
  /** The plan has no seat for the member, who is read-only in the organization. */
  readOnly: z.boolean(),
  lastSeen: dateTime.nullable(),
  /** When they joined. */
  dateCreated: dateTime,
});
export type Member = z.output<typeof memberSchema>;

/** A page of members, by name or by date (newest first, the default); `q` searches names and emails. */
export const memberQuery = listQuery.extend({ sort: z.enum(["name", "dateCreated"]).default("dateCreated") });
export type MemberQuery = z.output<typeof memberQuery>;

/** That page, with the total number. */
export const memberPage = { ...listPage("members", memberSchema).shape, memberCount: z.number() };

export const inviteSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** Null if that account was deleted. */
  invitedBy: z.string().nullable(),
  dateCreated: dateTime,
  expires: dateTime,
  /** Whether the inviter may still invite. Otherwise the invite cannot be accepted until someone else renews it. */
  valid: z.boolean(),
});
export type Invite = z.output<typeof inviteSchema>;

export const inviteForm = <R extends readonly [string, ...string[]]>(roles: R) =>
  z.object({ name: nameField, email: emailField, role: z.enum(roles, "Choose a role.") });

/** A member by id, or by email: an open invite, else a member. */
export const removeMemberForm = z
  .object({ memberId: idField.optional(), email: emailField.optional() })
  .refine(({ memberId, email }) => memberId ?? email, "Send a member or an email address.");

const checkbox = z.union([z.string().max(10), z.boolean(), z.null()]).optional();

/** A role, or one field per permission: present sets it, absent clears it. A role takes precedence over fields. */
function editMemberForm<R extends readonly [string, ...string[]]>(roles: R, scope: Scope) {
  const fields: Record<`permission_bit_${number}`, typeof checkbox> = {};
  for (const entry of permissionEntries) if (entry.scope === scope) fields[permissionField(entry.bit)] = checkbox;
  return z.object({ role: z.enum(roles, "Choose a role.").optional(), ...fields });
}

const memberIdForm = z.object({ memberId: idField });
/** The name, typed to confirm. */
const typedNameForm = z.object({ name: z.string("Enter the name.").trim().max(200) });

/** The calls on members and invitations, and on the team or organization itself, that teams and organizations share. */
export const memberShapes = <R extends readonly [string, ...string[]]>(roles: R, scope: Scope) => ({
  member: { response: z.object({ member: memberSchema }) },
  editMember: { body: editMemberForm(roles, scope), response: empty },
  invite: { body: inviteForm(roles), response: z.object({ link: z.string() }) },
  removeMember: { body: removeMemberForm, response: empty },
  leave: { response: empty },
  transfer: { body: memberIdForm, response: empty },
  remove: { body: typedNameForm, response: empty },
});
