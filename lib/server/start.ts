import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Server as SocketServer } from "socket.io";
import { openDatabase } from "./db/client";
import { env } from "./env";
import { attachFrontGuard } from "./http/front-guard";
import { log } from "./log";
import { addOwnEndpoint } from "./outbound/instance";
import { startSockets } from "./realtime/sockets";
import { provide, provided } from "./registry";
import { startListening } from "./runs/listen";
import { startWorker } from "./runs/worker";
import { checkSecret } from "./secret";

const channel = "http.server.request.start";

/** Opens what the process needs, attaches to Next's own HTTP server at its first request, closes all on SIGTERM. */
export async function start(): Promise<void> {
  if (provided("started")) return;
  provide("started", true);
  onFirstRequest((server) => {
    attachFrontGuard(server);
    const address = server.address();
    if (typeof address === "object" && address) addOwnEndpoint({ port: address.port });
    startSockets(server);
  });
  const { pool, db, close } = await openDatabase();
  await checkSecret(db);
  const worker = env().WORKER ? startWorker(db) : undefined;
  const stopListening = startListening(pool);
  closeAtEnd(async () => {
    await provided<SocketServer>("io")?.close();
    await worker?.stop();
    await stopListening();
    await close();
  });
  log().info({ worker: worker !== undefined }, "Muster is ready");
}

function onFirstRequest(attach: (server: Server) => void): void {
  const first = (message: unknown) => {
    unsubscribe(channel, first);
    attach((message as { server: Server }).server);
  };
  subscribe(channel, first);
}

function closeAtEnd(close: () => Promise<void>): void {
  const end = () => {
    close()
      .catch((error: unknown) => log().error({ err: error }, "closing failed"))
      .finally(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}
