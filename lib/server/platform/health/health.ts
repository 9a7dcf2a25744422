import type { IncomingMessage, ServerResponse } from "node:http";
import { openDatabase } from "../db/client";
import { compareMigrations, MigrationMismatch, releasedMigrations } from "../db/migrate/compare-migrations";
import { type Applied, appliedMigrations, knownMigrations } from "../db/migrate/migrations";
import { listenerState } from "../db/notify/listener";
import { isDiskFull } from "../disk/disk";
import { cacheFor } from "../process/cache-for";
import { getProvided, singleton } from "../process/registry";

const patienceMs = 2_000;

/** Why the server is not ready; no internal details, because the endpoint is public. */
type Problem = "starting" | "ending" | "database" | "migrations" | "disk" | "vectors";

const sentences: Record<Problem, string> = {
  starting: "Muster is starting.",
  ending: "Muster is shutting down.",
  database: "The database isn't responding.",
  migrations: "The database isn't up to date.",
  disk: "The disk is nearly full, so writes are rejected.",
  vectors: "This process isn't connected to the vector store of the database.",
};

/** Set in the registry when startup has finished, and cleared at shutdown. */
export const readyMark = "ready";
export const endingMark = "ending";
/** Set while the process's vector store is not the recorded one of the database: it would miss knowledge. */
export const wrongStoreMark = "wrong-vector-store";

const cachedProblem = cacheFor("readiness", checkReadiness);

function getProblem(): Promise<Problem | undefined> {
  if (getProvided(endingMark)) return Promise.resolve("ending");
  if (!getProvided(readyMark)) return Promise.resolve("starting");
  return cachedProblem();
}

/** The result of `/readyz`, for the administration page. */
export async function readiness() {
  const found = await getProblem();
  return found
    ? { status: found, sentence: sentences[found] }
    : { status: "ready" as const, sentence: "All systems are operational." };
}

async function checkReadiness(): Promise<Problem | undefined> {
  const timeout = new Promise<Problem>((resolve) => setTimeout(resolve, patienceMs, "database").unref());
  const database = Promise.race([checkDatabase().catch((): Problem => "database"), timeout]);
  const found = (await database) ?? (getProvided(wrongStoreMark) ? "vectors" : undefined);
  return found ?? ((await isDiskFull()) ? "disk" : undefined);
}

async function checkDatabase(): Promise<Problem | undefined> {
  const listener = listenerState();
  if (listener === "starting") return "starting";
  if (listener === "lost") return "database";
  const { pool } = await openDatabase();
  return isUpToDate(await appliedMigrations(pool)) ? undefined : "migrations";
}

const getKnownMigrations = () =>
  singleton("known-migrations", () => ({ list: knownMigrations(), released: releasedMigrations() }));

function isUpToDate(applied: Applied[]): boolean {
  const { list, released } = getKnownMigrations();
  try {
    return compareMigrations(list, applied, released).missing.length === 0;
  } catch (error) {
    if (error instanceof MigrationMismatch) return false;
    throw error;
  }
}

/** Responds to `/healthz` (liveness) and `/readyz` (readiness). True when the request was one of them. */
export function handleHealth(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url?.split("?", 1)[0];
  if (path !== "/healthz" && path !== "/readyz") return false;
  const send = (status: number, body: object) => {
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
    response.end(request.method === "HEAD" ? undefined : text);
  };
  request.resume();
  if (request.method !== "GET" && request.method !== "HEAD") send(405, { error: "Use GET.", code: "invalid" });
  else if (path === "/healthz") send(200, { status: "alive" });
  else
    void getProblem().then((found) =>
      found ? send(503, { status: found, error: sentences[found] }) : send(200, { status: "ready" }),
    );
  return true;
}
