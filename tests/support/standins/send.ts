import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Behaviour, Call, Dialect, Fault } from "./types";

/** Tokens before something happens in mid-stream. */
const before = 3;

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

const page =
  "<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in to the network</h1></body></html>";

/** The faults that need no answer. Tells whether it was one. */
export function sendFault(response: ServerResponse, dialect: Dialect, fault: Fault, key: string): boolean {
  switch (fault.kind) {
    case "status":
      sendJson(
        response,
        fault.status,
        dialect.error(fault.status, fault.message ?? `Scripted failure ${fault.status}`),
        {
          ...(fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter }),
        },
      );
      return true;
    case "echo_key":
      sendJson(
        response,
        401,
        dialect.error(401, `Incorrect API key provided: ${key}. You can find your API key online.`),
      );
      return true;
    case "html":
      response.writeHead(fault.status ?? 200, { "content-type": "text/html; charset=utf-8" });
      response.end(page);
      return true;
    case "hang":
      return fault.at === "before_headers";
    case "malformed":
    case "stream_error":
    case "cut":
    case "empty":
      return false;
  }
}

/** Streams an answer at its pace, with whatever goes wrong on the way. */
export async function sendStream(
  response: ServerResponse,
  dialect: Dialect,
  call: Call,
  { ttftMs = 0, tps, fault }: Behaviour,
): Promise<void> {
  response.writeHead(200, { "content-type": dialect.streamType, "cache-control": "no-cache" });
  response.flushHeaders();
  if (fault?.kind === "hang" && fault.at === "after_headers") return;
  if (fault?.kind === "cut" && fault.at === "after_headers") return cut(response, fault.rudely);
  const started = Date.now() + ttftMs;
  let tokens = 0;
  for (const { data, token } of dialect.frames(call)) {
    if (token && fault && tokens === before) {
      if (fault.kind === "hang") return;
      if (fault.kind === "cut") return cut(response, fault.rudely);
      if (fault.kind === "malformed") response.write(dialect.malformed);
      if (fault.kind === "stream_error") {
        response.end(dialect.streamError(fault.message));
        return;
      }
    }
    if (token) {
      const wait = started + (tps ? (tokens * 1000) / tps : 0) - Date.now();
      if (wait > 0) await sleep(wait);
      tokens += 1;
    }
    if (response.destroyed) return;
    response.write(data);
  }
  response.end();
}

export function sendWhole(response: ServerResponse, dialect: Dialect, call: Call, fault: Fault | undefined): void {
  if (fault?.kind === "hang") {
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
  } else if (fault?.kind === "cut") {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"id":');
    cut(response, fault.rudely);
  } else if (fault?.kind === "malformed") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"id": oops');
  } else sendJson(response, 200, dialect.whole(call));
}

function cut(response: ServerResponse, rudely = false): void {
  // What was written must reach the client first, or it would see a request without an answer.
  if (rudely) setTimeout(() => response.destroy(), 50);
  else response.end();
}
