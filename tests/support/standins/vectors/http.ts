import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { loopbackServer } from "../../loopback-server";

type Json = Record<string, unknown>;

export interface VectorCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Json;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What the next calls get in place of an answer. */
export type VectorFault =
  | { kind: "status"; status: number; message: string; retryAfter?: string }
  | { kind: "html" }
  | { kind: "hang" }
  /** An answer, but late. */
  | { kind: "slow"; ms: number }
  | { kind: "cut" }
  | { kind: "redirect"; to: string };

export interface VectorStandin {
  url: string;
  port: number;
  key: string;
  calls: VectorCall[];
  fault: VectorFault | undefined;
  close: () => Promise<void>;
}

interface Options {
  key: string;
  port?: number;
  mostBytes: number;
  answer: (call: VectorCall) => Answer;
  failure: (status: number, message: string) => unknown;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function strike(
  response: ServerResponse,
  fault: Exclude<VectorFault, { kind: "slow" }>,
  failure: Options["failure"],
): void {
  if (fault.kind === "hang") return;
  if (fault.kind === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"result":');
    setTimeout(() => response.destroy(), 20);
  } else if (fault.kind === "html") {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><h1>Welcome</h1>");
  } else if (fault.kind === "redirect") {
    response.writeHead(307, { location: fault.to });
    response.end();
  } else {
    const { status, message, retryAfter } = fault;
    send(response, {
      status,
      body: failure(status, message),
      headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
    });
  }
}

/** A vector database that remembers while it runs, on a loopback address, with a key. */
export async function vectorServer({ key, port, mostBytes, answer, failure }: Options): Promise<VectorStandin> {
  const server = await loopbackServer(
    async (request, response) => {
      const bytes = await bodyOf(request);
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://standin.test");
      const body = bytes.length > 0 ? (JSON.parse(bytes.toString()) as Json) : {};
      const call = {
        method: request.method ?? "",
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body,
      };
      standin.calls.push(call);
      if (standin.fault?.kind === "slow") await sleep(standin.fault.ms);
      else if (standin.fault) return strike(response, standin.fault, failure);
      if (request.headers["api-key"] !== key)
        return send(response, { status: 401, body: failure(401, "Invalid API key") });
      if (bytes.length > mostBytes) return send(response, { status: 413, body: failure(413, "Payload too large") });
      send(response, answer(call));
    },
    "127.0.0.1",
    port,
  );
  const standin: VectorStandin = {
    url: server.url,
    port: server.port,
    key,
    calls: [],
    fault: undefined,
    close: server.close,
  };
  return standin;
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let sizeA = 0;
  let sizeB = 0;
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    dot += value * other;
    sizeA += value * value;
    sizeB += other * other;
  }
  return dot / Math.sqrt(sizeA * sizeB);
}

export const asList = (value: unknown): Json[] =>
  Array.isArray(value) ? (value as Json[]) : value === undefined || value === null ? [] : [value as Json];
