import type { Fetch } from "./settings";

/** What answered with success is no provider: a proxy's sign-in page, a web site. */
export class NotAnApiError extends Error {
  constructor(readonly host: string) {
    super(`${host} answered with a web page instead of a model's answer. Check the address.`);
    this.name = "NotAnApiError";
  }
}

/** A provider's client takes a web page with status 200 for an answer without content; this one says what it is. */
export const refusingPages =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !/^\s*text\/html/i.test(response.headers.get("content-type") ?? "")) return response;
    await response.body?.cancel();
    throw new NotAnApiError(new URL(input instanceof Request ? input.url : input).host);
  };
