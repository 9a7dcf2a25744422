import { identity } from "@/lib/contract/identity/schemas";
import { createScimToken } from "@/lib/server/access/auth/scim-caller";
import { scimTokens } from "@/lib/server/platform/db/tables/identity";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, type Person, type Reply, send } from "./client";
import { testDatabase } from "./database";

export interface ScimClient {
  id: string;
  token: string;
  call: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** A SCIM client with a new token of the person's organization, which sends as its provider does. */
export async function newScimClient({ token, slug }: Pick<Person, "token" | "slug">): Promise<ScimClient> {
  const made = await expectOk(callAs(identity.addToken, { token, params: { resourceSlug: slug }, body: {} }));
  const scimToken = String(made.scimToken);
  return {
    id: String(made._id),
    token: scimToken,
    call: (method, path, body) => sendScim(scimToken, method, path, body),
  };
}

/** A token of an organization, stored as its call would. */
export async function newScimToken(orgId: string): Promise<string> {
  const { db } = await testDatabase();
  const { token, stored } = createScimToken();
  await db.insert(scimTokens).values({ id: newId("scimtoken"), orgId, ...stored });
  return token;
}

export async function sendScim(token: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { "content-type": "application/scim+json" };
  const reply = await send(method, `/scim/v2${path}`, body, { token, headers });
  const text = await reply.response.clone().text();
  return { ...reply, body: text ? JSON.parse(text) : {} };
}

const user = "urn:ietf:params:scim:schemas:core:2.0:User";
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const patch = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

interface Named {
  email: string;
  externalId: string;
}

/** Requests of Microsoft Entra ID's provisioning service, reconstructed from its documentation of SCIM. */
export const entra = {
  name: "Microsoft Entra ID",
  create: ({ email, externalId }: Named) => ({
    schemas: [user, enterprise],
    externalId,
    userName: email,
    active: true,
    emails: [{ primary: true, type: "work", value: email }],
    meta: { resourceType: "User" },
    name: { formatted: "Grace Hopper", familyName: "Hopper", givenName: "Grace" },
    roles: [],
    [enterprise]: { department: "Navy" },
  }),
  find: (email: string) => `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`,
  disable: { schemas: [patch], Operations: [{ op: "Replace", path: "active", value: "False" }] },
  enable: { schemas: [patch], Operations: [{ op: "Replace", path: "active", value: "True" }] },
  rename: {
    schemas: [patch],
    Operations: [
      { op: "Replace", path: "name.givenName", value: "Amazing" },
      { op: "Replace", path: "displayName", value: "Amazing Grace" },
      { op: "Add", path: 'emails[type eq "work"].value', value: "ignored-below@example.test" },
      { op: "Add", path: `${enterprise}:department`, value: "Fleet" },
    ],
  },
  addMember: (id: string) => ({
    schemas: [patch],
    Operations: [{ op: "Add", path: "members", value: [{ $ref: null, value: id }] }],
  }),
  removeMember: (id: string) => ({
    schemas: [patch],
    Operations: [{ op: "Remove", path: "members", value: [{ $ref: null, value: id }] }],
  }),
};

/** Requests of Okta's provisioning, reconstructed from its documentation of SCIM. */
export const okta = {
  name: "Okta",
  create: ({ email, externalId }: Named) => ({
    schemas: [user],
    userName: email,
    name: { givenName: "Grace", familyName: "Hopper" },
    emails: [{ primary: true, value: email, type: "work" }],
    displayName: "Grace Hopper",
    locale: "en-US",
    externalId,
    groups: [],
    password: "not-used-here",
    active: true,
  }),
  find: (email: string) => `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}&startIndex=1&count=100`,
  disable: { schemas: [patch], Operations: [{ op: "replace", value: { active: false } }] },
  enable: { schemas: [patch], Operations: [{ op: "replace", value: { active: true } }] },
  rename: {
    schemas: [patch],
    Operations: [{ op: "replace", value: { "name.givenName": "Amazing", displayName: "Amazing Grace" } }],
  },
  addMember: (id: string) => ({
    schemas: [patch],
    Operations: [{ op: "add", path: "members", value: [{ value: id, display: "grace" }] }],
  }),
  removeMember: (id: string) => ({
    schemas: [patch],
    Operations: [{ op: "remove", path: `members[value eq "${id}"]` }],
  }),
};
