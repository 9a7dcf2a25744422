import type { IncomingMessage } from "node:http";

interface Trust {
  trustProxy: boolean;
  development: boolean;
}

/** Only Next, its hosts or the front guard may set these; a client's are an attack. */
const INTERNAL_PREFIXES = ["x-middleware-", "x-nextjs-", "x-invoke-", "x-muster-", "x-next-", "x-prerender-"];
const INTERNAL = new Set([
  "next-action",
  "next-resume",
  "x-matched-path",
  "x-now-route-matches",
  "x-nonce",
  "x-request-id",
  "content-security-policy",
  "content-security-policy-report-only",
]);
/** `next dev` uses these for debugging. */
const DEVELOPMENT = new Set(["x-nextjs-request-id", "x-nextjs-html-request-id"]);

function isDropped(name: string, trust: Trust): boolean {
  if (name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip") return !trust.trustProxy;
  if (trust.development && DEVELOPMENT.has(name)) return false;
  return INTERNAL.has(name) || INTERNAL_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** Removes headers that clients may not send, including raw ones. */
export function dropForgedHeaders(request: IncomingMessage, trust: Trust): void {
  for (const name of Object.keys(request.headers)) if (isDropped(name, trust)) delete request.headers[name];
  const { rawHeaders } = request;
  request.rawHeaders = rawHeaders.filter(
    (_, index) => !isDropped(rawHeaders[index - (index % 2)]?.toLowerCase() ?? "", trust),
  );
}

/** Sets a header as if the client had sent it. */
export function setRequestHeader(request: IncomingMessage, name: string, value: string): void {
  request.headers[name] = value;
  request.rawHeaders.push(name, value);
}
