import { randomUUID } from "node:crypto";
import { afterAll, expect } from "vitest";
import { ssoPath } from "@/lib/constants/identity";
import { identity } from "@/lib/contract/identity/schemas";
import { sso } from "@/lib/contract/sso/schemas";
import { stateCookie } from "@/lib/server/access/accounts/oauth/oauth-flow";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, type Person, type Reply } from "./client";
import { cookieIn } from "./signing-in";
import { type NameServer, startNameServer } from "./standins/name-server";
import { type OpenIdPerson, type OpenIdStandin, startOpenIdProvider, visitProvider } from "./standins/openid/provider";

export const redirectUri = `http://localhost:3000${ssoPath}`;

export function setNameServer(names: NameServer | undefined): void {
  if (names) process.env.DNS_SERVERS = names.address;
  else delete process.env.DNS_SERVERS;
  forgetEnv();
}

/** An OpenID provider and a name server, until the test file ends. */
export async function startStandins() {
  const [standin, names] = await Promise.all([startOpenIdProvider(redirectUri), startNameServer()]);
  setNameServer(names);
  afterAll(async () => {
    setNameServer(undefined);
    await Promise.all([standin.close(), names.close()]);
  });
  return { standin, names };
}

type Rule = { claim: string | null; value?: string; teamId: string | null; role: string };

export const saveProvider = (
  { token, slug }: Person,
  { issuer, client }: Pick<OpenIdStandin, "issuer" | "client">,
  more: { rules?: Rule[]; required?: boolean; scopes?: string; clientSecret?: string } = {},
) =>
  callAs(identity.edit, {
    token,
    params: { resourceSlug: slug },
    body: { issuer, ...client, scopes: "groups", ...more },
  });

/** A new domain that the organization has verified. */
export async function verifyNewDomain({ token, slug }: Person, names: NameServer): Promise<string> {
  const domain = `${randomUUID().slice(0, 8)}.example.test`;
  const params = { resourceSlug: slug };
  const added = await expectOk(callAs(identity.addDomain, { token, params, body: { domain } }));
  names.set(String(added.recordName), [String(added.recordValue)]);
  await expectOk(callAs(identity.verifyDomain, { token, params, body: { domain } }));
  return domain;
}

interface Returned {
  body: Record<string, string>;
  cookie: string;
  url: string;
}

/** Begins at Muster. */
export async function begin(body: { email?: string; orgId?: string; goto?: string }): Promise<Omit<Returned, "body">> {
  const started = await callAs(sso.start, { body });
  const { url } = (await expectOk(Promise.resolve(started))) as { url: string };
  return { url, cookie: cookieIn(started.response, stateCookie) ?? "" };
}

/** Begins at Muster and signs in at the provider. Returns what the browser comes back with. */
export async function visit(
  standin: OpenIdStandin,
  person: OpenIdPerson,
  body: Parameters<typeof begin>[0],
): Promise<Returned> {
  standin.signedInAs(person);
  const begun = await begin(body);
  return { ...begun, body: await visitProvider(begun.url, redirectUri) };
}

export const finish = ({ body, cookie }: Pick<Returned, "body" | "cookie">, token?: string): Promise<Reply<never>> =>
  callAs(sso.finish, { token, body, headers: { cookie } });

/** Signs in with the organization's provider. */
export const signInAt = async (standin: OpenIdStandin, person: OpenIdPerson, orgId: string, token?: string) =>
  finish(await visit(standin, person, { orgId }), token);

export const newOpenIdPerson = (domain: string, more: Partial<OpenIdPerson> = {}): OpenIdPerson => ({
  sub: randomUUID(),
  email: `grace-${randomUUID().slice(0, 8)}@${domain}`,
  name: "Grace Hopper",
  ...more,
});

/** Makes a test sign-in, as "required" needs it. */
export async function testSignIn({ token, slug }: Person, standin: OpenIdStandin, person: OpenIdPerson) {
  standin.signedInAs(person);
  const started = await callAs(identity.test, { token, params: { resourceSlug: slug }, body: {} });
  const { url } = (await expectOk(Promise.resolve(started))) as { url: string };
  const body = await visitProvider(url, redirectUri);
  const reply = await finish({ body, cookie: cookieIn(started.response, stateCookie) ?? "" }, token);
  expect(reply.status).toBe(200);
  return (reply.body as { test: { roles: object[]; subject: string } }).test;
}
