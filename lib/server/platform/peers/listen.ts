import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { listenInternally } from "./internal-server";
import { isSigned } from "./signature";

export interface ForwardedHandler {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Accepts what other processes forward, on a separate port. Others are rejected with 403. */
export async function listenForPeers(host: string, port: number, handler: ForwardedHandler) {
  const server = await listenInternally(host, port, (request, response) => {
    if (isSigned(request)) handler.request(request, response);
    else response.writeHead(403).end();
  });
  server.on("upgrade", (request, socket, head) => {
    if (isSigned(request)) handler.upgrade(request, socket, head);
    else socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
