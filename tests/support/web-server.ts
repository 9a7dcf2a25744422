import { AppError } from "@/lib/server/platform/errors/errors";
import { type LoopbackServer, loopbackServer } from "./loopback-server";

/** A real HTTP server around a function of web Request and Response, as Next calls a route; an AppError is its answer. */
export function webServer(handle: (request: Request) => Promise<Response>): Promise<LoopbackServer> {
  return loopbackServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    // The incoming message itself as the body, the way Next hands it on.
    const body = incoming.method === "GET" ? null : (incoming as unknown as BodyInit);
    const init: RequestInit & { duplex: "half" } = { method: incoming.method, headers, body, duplex: "half" };
    const response = await handle(new Request(`http://muster.test${incoming.url}`, init)).catch((error: unknown) => {
      if (error instanceof AppError) return error.toResponse();
      return Response.json({ error: String(error), code: "internal" }, { status: 500 });
    });
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
}
