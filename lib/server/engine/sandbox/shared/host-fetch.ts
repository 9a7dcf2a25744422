import { z } from "zod";
import { outbound } from "../../../platform/outbound/instance";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { createNextHop, isRedirect } from "../../../platform/outbound/redirects";
import { isAllowedHost } from "./allowed-hosts";
import { sandboxLimits } from "./limits";

const maxRedirects = 5;

/** Validates a request from hostile code: nothing else is accepted. */
const requestSchema = z.strictObject({
  url: z.string().max(8_192),
  method: z.string().regex(/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(8_192)])).max(50),
  body: z.string().nullable(),
});

interface FetchResponse {
  /** Status, URL and headers, as JSON text. */
  head: string;
  body: string;
}

/** The fetches of one run, limited to its tool's hosts and in number. */
export class HostFetch {
  readonly #hosts: readonly string[];
  readonly #signal: AbortSignal;
  #left: number = sandboxLimits.fetches;

  constructor(hosts: readonly string[], signal: AbortSignal) {
    this.#hosts = hosts;
    this.#signal = signal;
  }

  /** Returns the response, or throws an Error whose message the code may read. */
  async send(text: string): Promise<FetchResponse> {
    if (this.#left <= 0) throw new Error(`A tool can call fetch up to ${sandboxLimits.fetches} times per call.`);
    this.#left -= 1;
    if (text.length > sandboxLimits.fetchRequestLength) throw new Error("The request is too long.");
    const parsed = text ? requestSchema.safeParse(JSON.parse(text)) : undefined;
    if (!parsed?.success) throw new Error("fetch accepts a URL, a method, headers and a text body.");
    try {
      const { response, url } = await this.#follow(parsed.data);
      const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
      const { status, statusText } = response;
      return { head: JSON.stringify({ status, statusText, url, headers }), body: await response.text() };
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new Error("The request couldn't be sent. Check its headers and URL.", { cause: error });
    }
  }

  /** Follows redirects manually, because each host must be allowed. */
  async #follow({ url: address, method, headers, body }: z.infer<typeof requestSchema>) {
    const url = URL.parse(address);
    if (!url) throw new OutboundError("address", "fetch requires an absolute http or https URL.");
    const call = outbound().fetchWith({ maxBytes: sandboxLimits.fetchAnswerBytes });
    let hop: Parameters<typeof createNextHop>[0] = {
      url,
      method: method.toUpperCase(),
      headers: new Headers(headers),
      body,
    };
    for (let redirects = 0; ; redirects += 1) {
      this.#check(hop.url);
      const response = await call(hop.url, { ...hop, redirect: "manual", signal: this.#signal });
      const location = isRedirect(response.status) ? response.headers.get("location") : null;
      if (location === null) return { response, url: hop.url.href };
      await response.body?.cancel();
      if (redirects === maxRedirects) throw new OutboundError("redirect", `${hop.url.host} redirects too many times.`);
      hop = createNextHop(hop, response.status, location);
    }
  }

  #check(url: URL): void {
    if (!/^https?:$/.test(url.protocol))
      throw new OutboundError("address", `Only http and https URLs can be called, not ${url.protocol}//`);
    if (isAllowedHost(url.hostname, this.#hosts)) return;
    throw new OutboundError(
      "refused",
      this.#hosts.length === 0
        ? "This tool isn't allowed to use the network. Add the host to its allowed hosts."
        : `This tool isn't allowed to access ${url.hostname}. Add it to its allowed hosts.`,
    );
  }
}
