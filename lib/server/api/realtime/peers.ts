import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Server } from "socket.io";
import { openDatabase } from "../../platform/db/client";
import { processId } from "../../platform/db/notify/notify";
import { env } from "../../platform/env/env";
import { findProcess, listProcess } from "../../platform/peers/directory";
import { forwardRequest, forwardUpgrade } from "../../platform/peers/forward";
import { listenForPeers } from "../../platform/peers/listen";
import { getProvided } from "../../platform/process/registry";

type Engine = Server["engine"];

const idPattern = /[?&]sid=([a-z0-9]{12})\.[\w-]{20}(?:&|$)/;

/** The other process that has this connection; null for one of this process, or a new one. */
function findOwner({ url = "" }: IncomingMessage): string | null {
  const owner = idPattern.exec(url.slice(0, 2_000))?.[1];
  return owner === undefined || owner === processId() ? null : owner;
}

/** As Engine.IO responds to an unknown ID: the client connects again. */
function rejectUnknown(response: ServerResponse): void {
  response.writeHead(400, { "content-type": "application/json" }).end('{"code":1,"message":"Session ID unknown"}');
}

async function forwardPoll(owner: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = await findProcess(owner).catch(() => undefined);
  if (url) forwardRequest(url, request, response, () => rejectUnknown(response));
  else rejectUnknown(response);
}

async function forwardSocket(owner: string, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const url = await findProcess(owner).catch(() => undefined);
  if (url) forwardUpgrade(url, request, socket, head);
  else socket.destroy();
}

/**
 * Names connections after this process, and forwards requests of connections of other processes to these: a connection begins
 * with a few requests, which a load balancer may distribute. Without `PEER_HOST`, there are no other processes to reach.
 */
export function forwardForeign(engine: Engine): void {
  if (!env().PEER_HOST) return;
  engine.generateId = () => `${processId()}.${randomBytes(15).toString("base64url")}`;
  const handleRequest = engine.handleRequest.bind(engine);
  const handleUpgrade = engine.handleUpgrade.bind(engine);
  engine.handleRequest = (request, response) => {
    const owner = findOwner(request);
    if (owner) void forwardPoll(owner, request, response);
    else handleRequest(request, response);
  };
  engine.handleUpgrade = (request, socket, head) => {
    const owner = findOwner(request);
    if (owner) void forwardSocket(owner, request, socket, head);
    else handleUpgrade(request, socket, head);
  };
}

/** Accepts requests that other processes forward. Returns a function to stop. */
export async function startPeers(): Promise<() => Promise<void>> {
  const { PEER_HOST: host, PEER_PORT: port } = env();
  if (!host) return () => Promise.resolve();
  const engine = (): Engine | undefined => getProvided<Server>("io")?.engine;
  const { url, close } = await listenForPeers(host, port, {
    request: (request, response) => {
      const found = engine();
      if (!found || findOwner(request)) rejectUnknown(response);
      else found.handleRequest(request as never, response);
    },
    upgrade: (request, socket, head) => {
      const found = engine();
      if (!found || findOwner(request)) socket.destroy();
      else found.handleUpgrade(request as never, socket, head);
    },
  });
  const { db } = await openDatabase();
  const unlist = await listProcess(db, url);
  return async () => {
    await unlist();
    close();
  };
}
