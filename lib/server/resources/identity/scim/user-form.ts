import { emailField } from "@/lib/contract/accounts/schemas";
import { type ScimPatch, type ScimUserForm, scimUserForm } from "@/lib/contract/scim/schemas";
import { parseInput } from "../../../platform/http/body/parse";
import { createScimError } from "./protocol/error";
import { type AttributeChange, readBoolean, readText, toChanges } from "./protocol/patch";

/** The attributes of a user that are kept. */
export interface UserFields {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  givenName: string | null;
  familyName: string | null;
  email: string;
  active: boolean;
}

const orNull = (text: string | null | undefined): string | null => text || null;

/** Reads a whole user. Throws invalidValue without an email address. */
export function toUserFields(form: ScimUserForm): UserFields {
  const { userName, externalId, displayName, name, emails, active } = form;
  return {
    userName,
    externalId: orNull(externalId),
    displayName: orNull(displayName ?? name?.formatted),
    givenName: orNull(name?.givenName),
    familyName: orNull(name?.familyName),
    email: findEmail(emails ?? [], userName),
    active: active ?? true,
  };
}

function findEmail(emails: NonNullable<ScimUserForm["emails"]>, userName: string): string {
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === "work") ?? emails[0];
  const parsed = emailField.safeParse(chosen?.value || userName);
  if (parsed.success) return parsed.data;
  throw createScimError("invalid", "invalidValue", "Send an email address, as the userName or in emails.");
}

/** The name that Muster shows. */
export const toPersonName = ({ displayName, givenName, familyName }: UserFields): string =>
  displayName ?? [givenName, familyName].filter(Boolean).join(" ");

/** The user after a PATCH. Attributes that are not kept are ignored. */
export function patchUserFields(before: UserFields, operations: readonly ScimPatch[]): UserFields {
  const { email, givenName, familyName, ...kept } = before;
  const form: Record<string, unknown> & { name: Record<string, unknown> } = {
    ...kept,
    name: { givenName, familyName },
    emails: [{ value: email, primary: true }],
  };
  for (const change of toChanges(operations)) changeUser(form, change);
  return toUserFields(parseInput(scimUserForm, form));
}

const texts: Record<string, string> = { username: "userName", externalid: "externalId", displayname: "displayName" };
const names: Record<string, string> = {
  "name.givenname": "givenName",
  "name.familyname": "familyName",
  "name.formatted": "formatted",
};

function changeUser(form: Record<string, unknown> & { name: Record<string, unknown> }, change: AttributeChange): void {
  const { path, op } = change;
  const value = op === "remove" ? undefined : change.value;
  const [text, name] = [texts[path], names[path]];
  if (text) form[text] = readText(value, path) ?? (path === "username" ? "" : null);
  else if (name === "formatted") form.displayName = form.displayName ?? readText(value, path);
  else if (name) form.name[name] = readText(value, path);
  else if (path === "active") form.active = value === undefined ? false : readBoolean(value, path);
  else if (path === "name" && typeof value === "object") Object.assign(form.name, value);
  else if (path === "emails" && value !== undefined) form.emails = Array.isArray(value) ? value : [value];
  else if (path === "emails.value" && value !== undefined)
    form.emails = [{ value: readText(value, path), primary: true }];
}
