import { z } from "zod";

const maxUrl = 1_000;
const maxRedirectUris = 10;
const maxClientName = 100;

/** Schemes that a browser handles itself, or runs. */
const browserSchemes: ReadonlySet<string> = new Set([
  "about",
  "blob",
  "data",
  "file",
  "filesystem",
  "ftp",
  "http",
  "javascript",
  "mailto",
  "tel",
  "vbscript",
  "view-source",
  "ws",
  "wss",
]);

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export const isLoopbackUri = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && loopbackHosts.has(hostname);

/** Whether a client may be returned to here: an https URL, the person's own machine, or the scheme of an installed program. */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^[\x21-\x7e]+$/.test(text) || text.includes("#") || url.username || url.password) return false;
  if (url.protocol === "https:" || isLoopbackUri(url)) return true;
  return !browserSchemes.has(url.protocol.slice(0, -1)) && /^[a-z][a-z\d+.-]*:\/\/?[^/]/i.test(text);
}

const redirectUriField = z
  .string("Send a URL.")
  .max(maxUrl, `Use up to ${maxUrl} characters.`)
  .refine(isRedirectUri, "Use an https URL, a loopback URL or a custom URL scheme.");

/** What the client calls itself, without characters that could make it look like something else. */
const clientNameField = z
  .string("Send a name.")
  .max(1_000, "Use up to 1,000 characters.")
  .transform((name) =>
    name
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, " ")
      .trim()
      .slice(0, maxClientName)
      .toWellFormed(),
  );

/** The metadata of a client, registered or in its document. Other fields are ignored. */
export const clientMetadata = z.object({
  redirect_uris: z
    .array(redirectUriField, "Send a list of URLs.")
    .min(1, "Send at least one redirect URI.")
    .max(maxRedirectUris, `Send up to ${maxRedirectUris} redirect URIs.`),
  client_name: clientNameField.optional(),
});

const parameter = (max: number) => z.string("Send text.").max(max, `Use up to ${max} characters.`).optional();

/** The parameters of an authorization request. The server says which of them are wrong, as the standard requires. */
export const authorizationRequest = z.object({
  client_id: parameter(maxUrl),
  redirect_uri: parameter(maxUrl),
  response_type: parameter(100),
  response_mode: parameter(100),
  state: parameter(1_000),
  code_challenge: parameter(200),
  code_challenge_method: parameter(20),
  resource: parameter(maxUrl),
});
export type AuthorizationRequest = z.output<typeof authorizationRequest>;
