import { env } from "../../../platform/env/env";

/** The authorization server: this one. */
export const getIssuer = (): string => new URL(env().APP_URL).origin;

/** The address of a publication's MCP server, for which its tokens are issued. */
export const toResource = (publicationId: string): string => `${getIssuer()}/mcp/${publicationId}`;

/** The publication of a `resource` parameter; undefined for any other address. */
export function parseResource(resource: string | undefined): string | undefined {
  const url = URL.parse(resource ?? "");
  const [, id] = /^\/mcp\/(\w{1,100})\/?$/.exec(url?.pathname ?? "") ?? [];
  const isPlain = url?.origin === getIssuer() && !url.search && !url.hash && !url.username && !url.password;
  return isPlain ? id : undefined;
}

/** The redirect URI with the parameters of a response, and the issuer, by which clients notice a mix-up (RFC 9207). */
export function buildReturnUrl(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, iss: getIssuer() }))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
