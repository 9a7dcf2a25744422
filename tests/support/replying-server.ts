import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { loopbackServer } from "./loopback-server";

export interface CannedReply {
  status?: number;
  /** null: no content type at all. */
  type?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Received {
  method?: string;
  url?: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server that gives every request the same answer and keeps what it received; it ends with the test. */
export async function serve({
  status = 200,
  type = "application/json; charset=utf-8",
  headers,
  body = {},
}: CannedReply) {
  const received: Received[] = [];
  const server = await loopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ method: request.method, url: request.url, headers: request.headers, body: text });
      response.writeHead(status, { ...(type ? { "content-type": type } : {}), ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  onTestFinished(() => server.close());
  return { base: server.url, received };
}
