import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "@/lib/server/secret";
import { rememberSecret } from "./remembered-secrets";

/** Each has a key of its own, so that what was sealed for one cannot be opened as another. */
export type SecretPurpose =
  | "model"
  | "variable"
  | "tool"
  | "datasource"
  | "vectordb"
  | "two-factor"
  | "idempotency"
  | "notification";

/** Where a secret lives. A sealed text that is copied to another row or team does not open there. */
export interface SecretPlace {
  /** Null for what belongs to an account. */
  teamId: string | null;
  rowId: string;
}

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (purpose: SecretPurpose): Buffer => deriveKey(`secret:${purpose}`);

/** Unambiguous, as an id could contain any separator. */
const associatedData = (purpose: SecretPurpose, { teamId, rowId }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([VERSION, purpose, teamId, rowId]));

/** Encrypts a text for one purpose and one place: AES-256-GCM, a fresh nonce each time. */
export function sealSecret(purpose: SecretPurpose, place: SecretPlace, text: string): string {
  rememberSecret(text);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(purpose, place));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/** Decrypts what `sealSecret` made for the same purpose and place; throws for everything else. */
export function openSecret(purpose: SecretPurpose, place: SecretPlace, sealed: string): string {
  const [version, encoded = ""] = sealed.split(".");
  const bytes = Buffer.from(encoded, "base64url");
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error("This is no sealed secret.");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(purpose), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(purpose, place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    "utf8",
  );
  rememberSecret(text);
  return text;
}

const sealedText = new RegExp(`^${VERSION}\\.[\\w-]{38,}$`);

/** Whether a text looks like what `sealSecret` makes. */
export const isSealed = (text: string): boolean => sealedText.test(text);
