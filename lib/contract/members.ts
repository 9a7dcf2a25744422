import { z } from "zod";
import { permissionField } from "@/lib/permissions/editor";
import { permissionEntries, type Scope } from "@/lib/permissions/entries";
import { emailField } from "./accounts";
import { dateTime, idField, listQuery, nameField, page } from "./fields";

export const memberSchema = z.object({
  memberId: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** A role's name, `Custom`, or `Owner` for whoever owns the team or its organization. */
  role: z.string(),
  /** What is stored for the member in this place: the part that its form sets. */
  permissions: z.array(z.number()),
  /** With all that they inherit. */
  effective: z.array(z.number()),
  /** The plan has no seat for them: they change nothing in the organization. */
  readOnly: z.boolean(),
  lastSeen: dateTime.nullable(),
  /** Since when they are in this place. */
  dateCreated: dateTime,
});
export type Member = z.output<typeof memberSchema>;

/** One page of who is in a place, by name or by when they came, newest first by default; `q` is in a name or an e-mail. */
export const memberQuery = listQuery.extend({ sort: z.enum(["name", "dateCreated"]).default("dateCreated") });
export type MemberQuery = z.output<typeof memberQuery>;

/** That page, and how many there are in all. */
export const memberPage = { ...page("members", memberSchema).shape, memberCount: z.number() };

export const inviteSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** Null when that account is gone. */
  invitedBy: z.string().nullable(),
  dateCreated: dateTime,
  expires: dateTime,
  /** Whoever invited could do so now. Nobody can accept it otherwise, until somebody else invites them again. */
  stands: z.boolean(),
});
export type Invite = z.output<typeof inviteSchema>;

export const inviteForm = <R extends readonly [string, ...string[]]>(roles: R) =>
  z.object({ name: nameField, email: emailField, role: z.enum(roles, "Choose a role.") });

/** A member by their id, or whoever has the address: an invite that is open, else a member. */
export const removeMemberForm = z
  .object({ memberId: idField.optional(), email: emailField.optional() })
  .refine(({ memberId, email }) => memberId ?? email, "Name the member or the e-mail address.");

const checkbox = z.union([z.string().max(10), z.boolean(), z.null()]).optional();

/** A role, or one field a permission: present sets it, absent clears it. A role sent with fields wins. */
export function editMemberForm<R extends readonly [string, ...string[]]>(roles: R, scope: Scope) {
  const fields: Record<`permission_bit_${number}`, typeof checkbox> = {};
  for (const entry of permissionEntries) if (entry.scope === scope) fields[permissionField(entry.bit)] = checkbox;
  return z.object({ role: z.enum(roles, "Choose a role.").optional(), ...fields });
}

export const memberIdForm = z.object({ memberId: idField });
/** The name, typed once more. */
export const typedNameForm = z.object({ name: z.string("Type the name.").trim().max(200) });
