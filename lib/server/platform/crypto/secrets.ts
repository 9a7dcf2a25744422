import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "@/lib/server/platform/crypto/secret";
import { rememberSecret } from "./remembered-secrets";

/** Each has its own key, so that a sealed text cannot be opened for another purpose. */
type SecretPurpose =
  | "model"
  | "provider"
  | "variable"
  | "tool"
  | "datasource"
  | "vectordb"
  | "identity-provider"
  | "two-factor"
  | "idempotency"
  | "notification"
  | "telemetry"
  | "publication";

/** The row that a secret belongs to. A sealed text copied to another row or team cannot be opened there. */
interface SecretOwner {
  /** Null for data of an account. */
  teamId: string | null;
  rowId: string;
}

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const getKey = (purpose: SecretPurpose): Buffer => deriveKey(`secret:${purpose}`);

/** Encoded as JSON, to be unambiguous even if ids contain separators. */
const associatedData = (purpose: SecretPurpose, { teamId, rowId }: SecretOwner): Buffer =>
  Buffer.from(JSON.stringify([VERSION, purpose, teamId, rowId]));

/** Encrypts a text for one purpose and row: AES-256-GCM with a random nonce. */
export function sealSecret(purpose: SecretPurpose, place: SecretOwner, text: string): string {
  rememberSecret(text);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", getKey(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(purpose, place));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/** Decrypts a text sealed for the same purpose and row; throws otherwise. */
export function openSecret(purpose: SecretPurpose, place: SecretOwner, sealed: string): string {
  const [version, encoded = ""] = sealed.split(".");
  const bytes = Buffer.from(encoded, "base64url");
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error("This is not an encrypted secret.");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", getKey(purpose), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(purpose, place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    "utf8",
  );
  rememberSecret(text);
  return text;
}

const sealedText = new RegExp(`^${VERSION}\\.[\\w-]{38,}$`);

/** Whether a text has the form of a sealed one. */
export const isSealed = (text: string): boolean => sealedText.test(text);
