import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Db } from "./db/client";
import { settings } from "./db/table";
import { env } from "./env";

const fileName = "app-secret";

/** Creates the file whole or not at all, so that of two processes that start at once one wins and both read the same. */
function createSecretFile(folder: string, path: string): void {
  const draft = join(folder, `${fileName}.${process.pid}.${randomBytes(6).toString("hex")}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Where the generated secret is kept. */
export const secretFile = (dataDir = env().DATA_DIR): string => join(dataDir, fileName);

export function readSecretFile(path: string): string | undefined {
  try {
    const secret = readFileSync(path, "utf8").trim();
    if (secret.length < 32)
      throw new Error(`${path} holds no valid secret: put the old one back, or delete an empty file.`);
    chmodSync(path, 0o600);
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

let cached: { dataDir: string; secret: string } | undefined;

/** `APP_SECRET`, else the one in the data folder, made on first use with mode 0600. */
export function appSecret(): string {
  const { APP_SECRET, DATA_DIR } = env();
  if (APP_SECRET) return APP_SECRET;
  if (cached?.dataDir === DATA_DIR) return cached.secret;
  const path = secretFile();
  if (readSecretFile(path) === undefined) createSecretFile(DATA_DIR, path);
  const secret = readSecretFile(path);
  if (secret === undefined) throw new Error(`The secret could not be kept in ${path}.`);
  cached = { dataDir: DATA_DIR, secret };
  return secret;
}

const keyFrom = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "muster", purpose, 32));

/** A 256-bit key that serves one purpose only, e.g. `credentials`. */
export const deriveKey = (purpose: string): Buffer => keyFrom(appSecret(), purpose);

/** What the database keeps to tell whether a secret is its own; says nothing of the secret. */
export const checkValueOf = (secret: string): string =>
  createHmac("sha256", keyFrom(secret, "secret-check")).update("muster").digest("hex");

const checkName = "secret-check";

/** Refuses to go on with a secret that is not the one this database was first opened with. */
export async function checkSecret(db: Db): Promise<void> {
  const value = checkValueOf(appSecret());
  await db.insert(settings).values({ name: checkName, value }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.name, checkName));
  const stored = typeof row?.value === "string" ? row.value : "";
  if (stored.length === value.length && timingSafeEqual(Buffer.from(stored), Buffer.from(value))) return;
  const source = env().APP_SECRET ? "APP_SECRET" : `The secret in ${secretFile()}`;
  throw new Error(
    `${source} is not the secret that this data was written with, so stored credentials could not be read. ` +
      "Start with the old secret, or with an empty database and data folder.",
  );
}
