import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server as SocketServer } from "socket.io";
import { startClock } from "./clock";
import { closeAtEnd } from "./close-at-end";
import { openDatabase } from "./db/client";
import { flushNotify } from "./db/notify";
import { env } from "./env";
import { answerHealth, endingMark, readyMark } from "./health";
import { attachFrontGuard } from "./http/front-guard";
import { startIngest } from "./knowledge/pipeline/ingest-worker";
import { noteDatabase } from "./leftovers/own-folder";
import { sweepFilesAtStart } from "./leftovers/sweep";
import { log } from "./log";
import { mailIdle } from "./mail/mails";
import { addOwnEndpoint } from "./outbound/instance";
import { closeFolders } from "./private-files";
import { endStreams } from "./realtime/open-streams";
import { startSockets } from "./realtime/sockets";
import { flushWatches } from "./realtime/watchers";
import { provide, provided } from "./registry";
import { requireWritable } from "./require-writable";
import { startListening } from "./runs/listen";
import { startWorker } from "./runs/worker";
import { closeSandbox } from "./sandbox/sandbox";
import { checkSecret } from "./secret";
import { fileStore } from "./storage/file-store";
import { startSweeper } from "./sweeper";
import "./tools/agent-tools";

const channels = ["net.server.socket", "http.server.request.start"];
const mailMs = 3_000;

/** Opens what the process needs, attaches to Next's own HTTP server at its first connection, closes all on SIGTERM. */
export async function start(): Promise<void> {
  if (provided("started")) return;
  provide("started", true);
  // Before the first contact: nothing is answered by a process with settings that it cannot use.
  fileStore();
  let http: Server | undefined;
  const answer = await answersInFront();
  onFirstContact((server) => {
    http = server;
    attachFrontGuard(server, { answer });
    const address = server.address();
    if (typeof address === "object" && address) addOwnEndpoint({ port: address.port });
    startSockets(server);
  });
  const closeWork = await startWork(env().WORKER);
  provide(readyMark, true);
  closeAtEnd(async () => {
    provide(endingMark, true);
    if (http) closeOnce(http);
    provided<SocketServer>("io")?.disconnectSockets(true);
    endStreams();
    http?.closeIdleConnections();
    await closeWork();
  });
}

/** What needs no Next. In development the calls do: it puts changed code in place in its own routes only. */
async function answersInFront(): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  if (env().NODE_ENV === "development") return answerHealth;
  const { answerCall } = await import("./http/answer-calls");
  return (request, response) => answerHealth(request, response) || answerCall(request, response);
}

/** Database, worker and the ear for other processes: what a process without pages has too. Answers the way to end it. */
export async function startWork(works: boolean): Promise<() => Promise<void>> {
  await sweepFilesAtStart();
  await requireWritable();
  closeFolders();
  const { pool, db, close } = await openDatabase();
  await checkSecret(db);
  await noteDatabase(db, env().UPLOADS_DIR);
  const worker = works ? startWorker(db) : undefined;
  const ingest = works ? startIngest(db) : undefined;
  const stopClock = works ? startClock(db) : undefined;
  const stopSweeper = startSweeper(db, works);
  const stopListening = startListening(pool);
  log().info({ worker: works }, "Muster has started");
  return async () => {
    await Promise.all([stopClock?.(), stopSweeper(), worker?.stop(), ingest?.stop(), endMails()]);
    closeSandbox();
    await stopListening();
    await flushNotify(true);
    await flushWatches();
    await close();
  };
}

/** Mails that are under way get a moment to reach their server. */
async function endMails(): Promise<void> {
  const sent = await Promise.race([mailIdle().then(() => true), sleep(mailMs, false, { ref: false })]);
  if (!sent) log().warn("Mails that their server did not take are not sent any more.");
}

/** Takes no more requests. Next closes the server too, later, and would report that it is closed. */
function closeOnce(server: Server): void {
  server.close();
  server.close = (done) => {
    done?.();
    return server;
  };
}

/** Told by a property, as only `outbound` may load the module. */
const isHttp = (server: unknown): server is Server =>
  typeof server === "object" && server !== null && "headersTimeout" in server;

/** Next says nowhere which its HTTP server is; each connection does, and a request on one that was open already. */
function onFirstContact(attach: (server: Server) => void): void {
  const first = (message: unknown) => {
    const { server, socket } = message as { server?: unknown; socket: { server?: unknown } };
    const found = server ?? socket.server;
    if (!isHttp(found)) return;
    for (const channel of channels) unsubscribe(channel, first);
    attach(found);
  };
  for (const channel of channels) subscribe(channel, first);
}
