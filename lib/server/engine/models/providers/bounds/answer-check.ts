import type { Fetch } from "../shared/settings";

/** The response is not from an API: a proxy's sign-in page, a website, or a redirect to one. */
export class NotAnApiError extends Error {
  constructor(host: string, what: string) {
    super(`${host} ${what} Check the URL.`);
    this.name = "NotAnApiError";
  }
}

/** The origin of a redirect, without anything that could be secret. */
function getOrigin(location: string, from: URL): string {
  const target = URL.parse(location, from);
  return target && /^https?:$/.test(target.protocol) ? target.origin : "an invalid URL";
}

/**
 * Rejects HTML pages, which clients would take for an empty response because of status 200, and redirects: no provider uses
 * them, and following one would resend the call without the key, or as GET.
 */
export const rejectWebPages =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, { ...init, redirect: "manual" });
    const { status, headers } = response;
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    const isWebPage = response.ok && /^\s*text\/html/i.test(headers.get("content-type") ?? "");
    if (!isWebPage && location === null) return response;
    await response.body?.cancel();
    const url = new URL(input instanceof Request ? input.url : input);
    if (location === null) throw new NotAnApiError(url.host, "returned a web page instead of a model response.");
    throw new NotAnApiError(url.host, `redirects to ${getOrigin(location, url)} instead of responding.`);
  };
