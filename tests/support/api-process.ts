/** A server as `npm start` runs it, but for the pages: a plain HTTP server hands every request to the API's route. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { start } from "@/lib/server/main/start";
import { exitWithReason } from "@/lib/server/platform/errors/failure-reason";
import "@/lib/server/main/handlers";

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const left = new AbortController();
  outgoing.once("close", () => left.abort());
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: method === "GET" ? null : (Readable.toWeb(incoming) as BodyInit),
    duplex: "half",
    signal: left.signal,
  };
  const request = new Request(`http://localhost:${process.env.PORT}${url}`, init);
  const response = await dispatch(request, new URL(request.url).pathname);
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  else outgoing.end();
}

await start().catch(exitWithReason);
createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch(() => outgoing.destroy());
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.info("serving"));
