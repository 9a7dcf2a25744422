import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "../secret";

const prefix = "sealed:1:";

/** Where a secret belongs. It opens nowhere else: a sealed value copied into another row is refused. */
export interface SealPlace {
  purpose: string;
  teamId: string;
  rowId: string;
}

const associated = ({ teamId, rowId }: SealPlace) => Buffer.from(`${teamId}\n${rowId}`);

/** AES-256-GCM with a key of the purpose's own; team and row are the associated data. */
export function seal(place: SealPlace, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(place.purpose), iv).setAAD(associated(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Throws when the value was changed, belongs elsewhere or was sealed under another APP_SECRET. */
export function open(place: SealPlace, sealed: string): string {
  if (!sealed.startsWith(prefix)) throw new Error("Not a sealed value.");
  const bytes = Buffer.from(sealed.slice(prefix.length), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(place.purpose), bytes.subarray(0, 12)).setAAD(
    associated(place),
  );
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

const dots = "••••••••";

/** What a read shows in a secret's place: its last four characters only from twelve up. */
export const mask = (secret: string): string => (secret.length >= 12 ? `${dots}${secret.slice(-4)}` : dots);
