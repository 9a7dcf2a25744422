import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { healthSchema } from "@/lib/contract/admin/schemas";
import { getLocation } from "../../engine/knowledge/vectors/builtin/location";
import { findStoreProblem } from "../../engine/knowledge/vectors/builtin/verify";
import { type Db, openDatabase } from "../../platform/db/client";
import { appliedMigrations, knownMigrations } from "../../platform/db/migrate/migrations";
import { freeBytes, isDiskFull } from "../../platform/disk/disk";
import { env } from "../../platform/env/env";
import { readiness } from "../../platform/health/health";
import { countMailsInFlight, isMailEnabled } from "../../platform/mail/mails";
import { countOutbox } from "../../platform/mail/outbox-folder";
import { cacheFor } from "../../platform/process/cache-for";
import { readVersion } from "../../platform/process/version";
import { fileStore } from "../../platform/storage/file-store";
import { getQueueFigures } from "./queue";

type Health = z.input<typeof healthSchema>;

const megabyte = 1_048_576;
const patienceMs = 2_000;

/** Null when it fails or takes too long: the page then shows the other parts. */
async function withinTime<T>(work: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  return Promise.race([work.catch(() => null), late]);
}

export async function viewHealth(db: Db): Promise<Health> {
  const [{ status, sentence }, server, database, disk, writable, inOutbox, queue] = await Promise.all([
    readiness(),
    getServerFacts(),
    withinTime(getDatabaseFacts(db)),
    getDiskFacts(),
    isStorageUsable(),
    countOutbox(),
    withinTime(getQueueFigures(db)),
  ]);
  return {
    status,
    sentence,
    server,
    database,
    disk,
    queue,
    uploads: { place: fileStore().place, writable },
    vectors: getVectorFacts(),
    mail: {
      mode: isMailEnabled() ? "smtp" : "outbox",
      from: env().MAIL_FROM,
      sending: countMailsInFlight(),
      inOutbox,
    },
  };
}

async function getServerFacts(): Promise<Health["server"]> {
  const { WORKER, REGISTRATION } = env();
  return {
    version: readVersion(),
    build: await readBuildId(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    dateStarted: new Date(Date.now() - process.uptime() * 1_000),
    memoryBytes: process.memoryUsage.rss(),
    runsJobs: WORKER,
    registration: REGISTRATION,
  };
}

const resolveInProject = (...names: string[]): string => join(/* turbopackIgnore: true */ process.cwd(), ...names);

/** Null in development, without a build. */
async function readBuildId(): Promise<string | null> {
  const id = await readFile(resolveInProject(".next", "BUILD_ID"), "utf8").catch(() => "");
  return id.trim().slice(0, 40) || null;
}

async function getDatabaseFacts(db: Db): Promise<NonNullable<Health["database"]>> {
  const { pool } = await openDatabase();
  const began = performance.now();
  const { rows } = await db.execute<{ version: string; bytes: string; connections: number; most: string }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections') as most`);
  const responseMs = Math.round((performance.now() - began) * 10) / 10;
  const [found] = rows;
  if (!found) throw new Error("The database returned no status.");
  return {
    version: found.version,
    embedded: env().DATABASE_URL === undefined,
    responseMs,
    bytes: Number(found.bytes),
    connections: found.connections,
    maxConnections: Number(found.most),
    migrations: (await appliedMigrations(pool)).length,
    migrationsKnown: knownMigrations().length,
  };
}

async function getDiskFacts(): Promise<Health["disk"]> {
  const free = await freeBytes();
  const reserveBytes = env().DISK_RESERVE_MB * megabyte;
  return { freeBytes: Number.isFinite(free) ? free : null, reserveBytes, full: await isDiskFull() };
}

/** The check writes to the bucket, and the page is refreshed every few seconds. */
const storageCheckMs = 60_000;
const checkStorage = cacheFor("storage-check", async () => fileStore().check(), storageCheckMs);

const isStorageUsable = async (): Promise<boolean> => (await withinTime(checkStorage().then(() => true))) ?? false;

function getVectorFacts(): Health["vectors"] {
  const location = getLocation();
  const place = location.kind === "qdrant" ? location.url : location.folder;
  return { kind: location.kind, place, problem: findStoreProblem() ?? null };
}
