import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../env/env";

const fileName = "app-secret";

/** Creates the file atomically, so that of two processes starting at the same time one wins and both read the same. */
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

/** The path of the generated secret. */
export const secretFile = (dataDir = env().DATA_DIR): string => join(dataDir, fileName);

export function readSecretFile(path: string): string | undefined {
  try {
    const secret = readFileSync(path, "utf8").trim();
    if (secret.length < 32)
      throw new Error(
        `${path} doesn't contain a valid secret. Restore the old secret, or delete the file if it is empty.`,
      );
    chmodSync(path, 0o600);
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

let cached: { dataDir: string; secret: string } | undefined;

/** `APP_SECRET`, otherwise the one in the data folder, generated on first use with mode 0600. */
export function appSecret(): string {
  const { APP_SECRET, DATA_DIR } = env();
  if (APP_SECRET) return APP_SECRET;
  if (cached?.dataDir === DATA_DIR) return cached.secret;
  const path = secretFile();
  if (readSecretFile(path) === undefined) createSecretFile(DATA_DIR, path);
  const secret = readSecretFile(path);
  if (secret === undefined) throw new Error(`The secret couldn't be stored in ${path}.`);
  cached = { dataDir: DATA_DIR, secret };
  return secret;
}

const keyFrom = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "muster", purpose, 32));

/** A 256-bit key for a single purpose, e.g. `credentials`. */
export const deriveKey = (purpose: string): Buffer => keyFrom(appSecret(), purpose);

/** Stored in the database to verify the secret, without revealing it. */
export const computeCheckValue = (secret: string): string =>
  createHmac("sha256", keyFrom(secret, "secret-check")).update("muster").digest("hex");
