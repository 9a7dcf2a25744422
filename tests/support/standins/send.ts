import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
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
    case "status": {
      const { status, message = `Scripted failure ${status}`, retryAfter } = fault;
      const headers = retryAfter === undefined || dialect.saysRetryInBody ? {} : { "retry-after": retryAfter };
      sendJson(response, status, dialect.error(status, message, retryAfter), headers);
      return true;
    }
    case "echo_key":
      if (fault.at === "event") return false;
      if (fault.at === "headers") {
        response.writeHead(401, `Bad key ${key}`, {
          "www-authenticate": `Bearer error="${key}"`,
          "x-request-key": key,
        });
        response.end();
      } else sendJson(response, 401, dialect.error(401, `Incorrect API key provided: ${key}. You can find it online.`));
      return true;
    case "html":
      response.writeHead(fault.status ?? 200, { "content-type": "text/html; charset=utf-8" });
      response.end(page);
      return true;
    case "redirect":
      response.writeHead(fault.status ?? 302, { location: fault.to });
      response.end();
      return true;
    case "wrong_shape":
      if (fault.at === "answer") sendJson(response, 200, { ok: true, result: [1, 2, 3] });
      return fault.at === "answer";
    case "hang":
      return fault.at === "before_headers";
    case "malformed":
    case "giant_line":
    case "stream_error":
    case "cut":
    case "empty":
    case "fewer":
      return false;
  }
}

function* endless(bytes: number): Generator<string> {
  const block = "x".repeat(65_536);
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}

/** What happens in mid-stream. Tells whether the answer is over then. */
async function strike(response: ServerResponse, dialect: Dialect, fault: Fault, key: string): Promise<boolean> {
  switch (fault.kind) {
    case "hang":
      return true;
    case "cut":
      cut(response, fault.rudely);
      return true;
    case "malformed":
      response.write(dialect.malformed);
      return false;
    case "wrong_shape":
      response.write(dialect.oddEvent);
      return false;
    case "stream_error":
      response.end(dialect.streamError(fault.message));
      return true;
    case "echo_key":
      response.end(dialect.streamError(`Your key ${key} was revoked`));
      return true;
    case "giant_line":
      response.write(dialect.openLine);
      // A reader who has had enough leaves: that ends it too.
      await pipeline(Readable.from(endless(fault.bytes)), response).catch(() => {});
      return true;
    default:
      return false;
  }
}

/** Streams an answer at its pace, with whatever goes wrong on the way. */
export async function sendStream(
  response: ServerResponse,
  dialect: Dialect,
  call: Call,
  { ttftMs = 0, tps, fault }: Behaviour,
  key: string,
): Promise<void> {
  response.writeHead(200, { "content-type": dialect.streamType, "cache-control": "no-cache" });
  response.flushHeaders();
  if (fault?.kind === "hang" && fault.at === "after_headers") return;
  if (fault?.kind === "cut" && fault.at === "after_headers") return cut(response, fault.rudely);
  const started = Date.now() + ttftMs;
  let tokens = 0;
  for (const { data, token } of dialect.frames(call)) {
    if (token && fault && tokens === before && (await strike(response, dialect, fault, key))) return;
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
