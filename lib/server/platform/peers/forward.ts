import { Agent, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { log } from "../log/log";
import { createSignature, peerHeader } from "./signature";

const agent = new Agent({ keepAlive: true, maxSockets: 500 });
/** A process that does not respond for so long is gone. A polling request waits up to 25 s for a message. */
const timeoutMs = 60_000;
/** About one connection, and no part of a message. */
const hopHeaders = ["connection", "keep-alive", "transfer-encoding", "upgrade"];

const openForwarded = (url: string, request: IncomingMessage, agentOf: Agent | false) =>
  open(new URL(request.url ?? "/", url), {
    agent: agentOf,
    method: request.method,
    headers: { ...request.headers, [peerHeader]: createSignature(request) },
    timeout: timeoutMs,
  });

/** Sends a request to another process, and its response back. `onGone`: the process does not respond. */
export function forwardRequest(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  onGone: () => void,
): void {
  const forwarded = openForwarded(url, request, agent);
  forwarded.on("timeout", () => forwarded.destroy(new Error("The process didn't respond in time.")));
  forwarded.on("error", (err) => {
    log().warn({ err }, "a request could not be forwarded to another process");
    if (response.headersSent) response.destroy();
    else onGone();
  });
  forwarded.on("response", (received) => {
    const headers = Object.entries(received.headers).filter(([name]) => !hopHeaders.includes(name));
    response.writeHead(received.statusCode ?? 502, Object.fromEntries(headers));
    received.pipe(response);
    received.on("error", () => response.destroy());
  });
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
}

/** Connects a socket that is being upgraded with another process. */
export function forwardUpgrade(url: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const forwarded = openForwarded(url, request, false);
  const close = () => {
    socket.destroy();
    forwarded.destroy();
  };
  forwarded.on("error", close);
  forwarded.on("timeout", close);
  socket.on("error", close).on("close", close);
  // It rejects the upgrade.
  forwarded.on("response", close);
  forwarded.on("upgrade", (received, other, otherHead) => {
    forwarded.setTimeout(0);
    const headers = received.rawHeaders.reduce((text, part, i) => text + part + (i % 2 === 0 ? ": " : "\r\n"), "");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    socket.write(otherHead);
    other.write(head);
    const end = () => {
      socket.destroy();
      other.destroy();
    };
    for (const side of [socket, other]) side.on("error", end).on("close", end);
    other.pipe(socket).pipe(other);
  });
  forwarded.end();
}
