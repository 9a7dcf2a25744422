import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { loopbackServer } from "../../loopback-server";

export interface Asked {
  method: string;
  /** Decoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Of a form or of JSON; a list as it is. */
  body: Record<string, unknown>;
}

export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  /** Bytes and text are sent as they are, everything else as JSON. */
  body?: unknown;
  /** Breaks the connection off after so many bytes of the body. */
  cutAfter?: number;
}

export interface Fault {
  /** Absent: every request. */
  when?: (asked: Asked) => boolean;
  /** How often; absent: always. */
  times?: number;
  /** Passes over so many matching requests first. */
  after?: number;
  answer: Answered | "hang";
}

export interface ServiceStandin {
  url: string;
  requests: Asked[];
  /** From now on; a fault without end holds until `heal`. */
  fail: (fault: Fault) => void;
  heal: () => void;
  close: () => Promise<void>;
}

function bodyOf(text: string, type = ""): Record<string, unknown> {
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text || "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body, cutAfter }: Answered): void {
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const bytes = Buffer.from(raw ? body : body === undefined ? "" : JSON.stringify(body));
  const type = raw ? "application/octet-stream" : "application/json";
  response.writeHead(status, { "content-type": type, "content-length": bytes.byteLength, ...headers });
  if (cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}

/** A server on a loopback address whose answers a function makes, and which fails as it is told to. */
export async function serveService(
  answer: (asked: Asked) => Answered | Promise<Answered>,
  port = 0,
): Promise<ServiceStandin> {
  const requests: Asked[] = [];
  let faults: Fault[] = [];

  function faultFor(asked: Asked): Fault | undefined {
    const fault = faults.find(({ when, times }) => (when?.(asked) ?? true) && times !== 0);
    if (!fault) return undefined;
    if (fault.after) {
      fault.after -= 1;
      return undefined;
    }
    if (fault.times !== undefined) fault.times -= 1;
    return fault;
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://standin.test");
    const asked: Asked = {
      method: request.method ?? "",
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: request.headers,
      body: bodyOf(await readText(request), request.headers["content-type"]),
    };
    requests.push(asked);
    const fault = faultFor(asked);
    if (fault?.answer === "hang") return;
    send(response, fault?.answer ?? (await answer(asked)));
  }

  const { url, close } = await loopbackServer(
    (request, response) => void listen(request, response).catch(() => response.destroy()),
    "127.0.0.1",
    port,
  );
  return {
    url,
    requests,
    fail: (fault) => faults.push({ ...fault }),
    heal: () => {
      faults = [];
    },
    close,
  };
}
