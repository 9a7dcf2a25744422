import cluster from "node:cluster";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server as SocketServer } from "socket.io";
import { endStreams } from "../access/broadcast/open-streams";
import { startPeers } from "../api/realtime/peers";
import { startSockets } from "../api/realtime/sockets";
import { startEvaluationWorker } from "../engine/evaluations/worker";
import { startIngestWorker } from "../engine/knowledge/pipeline/ingest-worker";
import { claimStore, watchStore } from "../engine/knowledge/vectors/builtin/verify";
import { flushWatches } from "../engine/runs/log/watchers";
import { startWorker } from "../engine/runs/worker";
import { closeSandbox } from "../engine/sandbox/sandbox";
import { openDatabase } from "../platform/db/client";
import { flushNotify } from "../platform/db/notify/outbox";
import { restrictFolders } from "../platform/disk/private-files";
import { requireWritable } from "../platform/disk/require-writable";
import { env } from "../platform/env/env";
import { endingMark, handleHealth, readyMark } from "../platform/health/health";
import { attachFrontGuard, type FrontGuardOptions } from "../platform/http/front/front-guard";
import { finishResponses } from "../platform/http/responses/in-progress";
import { onShutdown } from "../platform/lifecycle/on-shutdown";
import { log } from "../platform/log/log";
import { waitForMails } from "../platform/mail/mails";
import { handleMetrics } from "../platform/metrics/handle-metrics";
import { addOwnEndpoint } from "../platform/outbound/instance";
import { isInternalServer } from "../platform/peers/internal-server";
import { readyMessage } from "../platform/process/ready-message";
import { getProvided, provide } from "../platform/process/registry";
import { fileStore } from "../platform/storage/file-store";
import { adoptCredentials } from "../resources/models/adopt-credentials";
import { startCounting } from "../resources/sessions/count-sessions";
import { applyPending } from "../resources/test-sets/apply-pending";
import { checkSecret } from "./check-secret";
import { checkStorage } from "./check-storage";
import { startClock } from "./clock";
import { handleEmbed } from "./handle-embed";
import { recordDatabase } from "./leftovers/own-folder";
import { sweepFilesAtStart } from "./leftovers/sweep";
import { startListening } from "./listen";
import { backupBeforeMigration } from "./operations/before-migration";
import { serveMetrics } from "./serve-metrics";
import { startSweeper } from "./sweeper";
import { startTelemetry } from "./telemetry";
import "../resources/tools/agent-tools";

const channels = ["net.server.socket", "http.server.request.start"];
const mailMs = 3_000;

/** Starts the process's resources, attaches to Next's HTTP server on its first connection, and closes all on SIGTERM. */
export async function start(): Promise<void> {
  if (getProvided("started")) return;
  provide("started", true);
  // First, so that a process with invalid settings serves nothing.
  env();
  await serveMetrics();
  let http: Server | undefined;
  const handle = await createFrontHandler();
  onFirstConnection((server) => {
    http = server;
    attachFrontGuard(server, { handle, assets: buildAssets() });
    const address = server.address();
    if (typeof address === "object" && address) addOwnEndpoint({ port: address.port });
    startSockets(server);
  });
  const closeWork = await startWork(env().WORKER);
  const closePeers = await startPeers();
  provide(readyMark, true);
  if (cluster.isWorker) process.send?.(readyMessage);
  onShutdown(async () => {
    provide(endingMark, true);
    if (http) closeOnce(http);
    getProvided<SocketServer>("io")?.disconnectSockets(true);
    endStreams();
    await Promise.all([http && finishResponses(http), closePeers()]);
    await closeWork();
  });
}

/**
 * Returns the handler of requests before Next. In development API calls need Next, which reloads changed code in its own
 * routes only.
 */
async function createFrontHandler(): Promise<FrontGuardOptions["handle"]> {
  const handleOwn: FrontGuardOptions["handle"] = (request, response, next) =>
    handleHealth(request, response) || handleMetrics(request, response) || handleEmbed(request, response, next);
  if (env().NODE_ENV === "development") return handleOwn;
  const { handleCall } = await import("./handle-call");
  return (request, response, next) => handleOwn(request, response, next) || handleCall(request, response);
}

/** In development, Next compiles assets on demand. */
const buildAssets = (): string | undefined =>
  env().NODE_ENV === "development" ? undefined : join(env().NEXT_DIST_DIR, "static");

/** Database, worker and listener: the parts that a process without pages has too. Returns a function to stop them. */
export async function startWork(works: boolean): Promise<() => Promise<void>> {
  await sweepFilesAtStart();
  await requireWritable();
  await checkStorage();
  restrictFolders();
  const database = await openDatabase({ beforeMigration: backupBeforeMigration });
  const { pool, db, close } = database;
  await checkSecret(db);
  await adoptCredentials(db);
  await recordDatabase(db, fileStore().markers);
  await claimStore(db);
  const flushTelemetry = await startTelemetry(database);
  const worker = works ? startWorker(db) : undefined;
  const ingest = works ? startIngestWorker(db) : undefined;
  const evaluating = works ? startEvaluationWorker(db, applyPending) : undefined;
  const stopClock = works ? startClock(db) : undefined;
  const stopCounting = works ? startCounting(db) : undefined;
  const stopStoreWatch = watchStore(db);
  const stopSweeper = startSweeper(db, works);
  const stopListening = startListening(pool);
  log().info({ worker: works }, "Muster has started");
  return async () => {
    await Promise.all([
      stopClock?.(),
      stopCounting?.(),
      stopStoreWatch(),
      stopSweeper(),
      worker?.stop(),
      ingest?.stop(),
      evaluating?.stop(),
      finishMails(),
    ]);
    closeSandbox();
    await Promise.all([stopListening(), flushTelemetry()]);
    await flushNotify(true);
    await flushWatches();
    await close();
  };
}

/** Waits briefly for pending mails to be sent. */
async function finishMails(): Promise<void> {
  const sent = await Promise.race([waitForMails().then(() => true), sleep(mailMs, false, { ref: false })]);
  if (!sent) log().warn("Pending emails were not sent before shutdown.");
}

/** Stops accepting requests. Next closes the server too, and would report that it is already closed. */
function closeOnce(server: Server): void {
  server.close();
  server.close = (done) => {
    done?.();
    return server;
  };
}

/** Checks a property, because only `outbound` may import the `http` module. */
const isHttp = (server: unknown): server is Server =>
  typeof server === "object" && server !== null && "headersTimeout" in server;

/** Next does not expose its HTTP server, but each connection does, and so does a request on an existing one. */
function onFirstConnection(attach: (server: Server) => void): void {
  const first = (message: unknown) => {
    const { server, socket } = message as { server?: unknown; socket: { server?: unknown } };
    const attached = server ?? socket.server;
    if (!isHttp(attached) || isInternalServer(attached)) return;
    for (const channel of channels) unsubscribe(channel, first);
    attach(attached);
  };
  for (const channel of channels) subscribe(channel, first);
}
