import type { Fetch } from "./settings";

/** What answered is no provider: a proxy's sign-in page, a web site, a redirect to one. */
export class NotAnApiError extends Error {
  constructor(host: string, what: string) {
    super(`${host} ${what} Check the address.`);
    this.name = "NotAnApiError";
  }
}

/** Where a redirect leads, without what could be secret in it. */
function originOf(location: string, from: URL): string {
  const to = URL.parse(location, from);
  return to && /^https?:$/.test(to.protocol) ? to.origin : "an address that cannot be read";
}

/**
 * A provider's client takes a web page with status 200 for an answer without content; this one says what it is. No
 * provider redirects its calls, and following would ask another address without the key, or with GET.
 */
export const answersOnly =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, { ...init, redirect: "manual" });
    const { status, headers } = response;
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    const page = response.ok && /^\s*text\/html/i.test(headers.get("content-type") ?? "");
    if (!page && location === null) return response;
    await response.body?.cancel();
    const url = new URL(input instanceof Request ? input.url : input);
    if (location === null) throw new NotAnApiError(url.host, "answered with a web page instead of a model's answer.");
    throw new NotAnApiError(url.host, `redirects to ${originOf(location, url)} instead of answering.`);
  };
