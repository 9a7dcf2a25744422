import { isObject } from "@/lib/utils/json/is-object";
import { AppError } from "../../errors/errors";

type Kind =
  | "bucket"
  | "missing"
  | "credentials"
  | "clock"
  | "forbidden"
  | "region"
  | "full"
  | "slow"
  | "unreachable"
  | "failed";

/** For the administrator, after "s3://bucket …". */
const reasons: Record<Kind, string> = {
  bucket: "doesn't exist. Create the bucket, or correct STORAGE_URL",
  missing: "no longer has this file",
  credentials:
    "rejected the credentials. Check the cloud's environment variables (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or GOOGLE_APPLICATION_CREDENTIALS), or the machine's role",
  clock: "rejected the request, because the clock of this machine is wrong. Synchronize it",
  forbidden: "doesn't permit these credentials to list, read, write and delete objects. Add the permission",
  region: "is in another region, or no region is set. Add ?region=… to STORAGE_URL",
  full: "is full or has reached its quota",
  slow: "didn't respond in time",
  unreachable: "can't be reached. Check the endpoint and the network",
  failed: "reported an error",
};

/** Codes that callers handle like those of a disk: `EDQUOT` is full, and the others may be temporary. */
const codes: Partial<Record<Kind, string>> = { full: "EDQUOT", slow: "ETIMEDOUT", missing: "ENOENT" };

/** Kinds that may change by trying again soon. */
const passing: readonly Kind[] = ["slow", "unreachable", "failed"];

const fullText =
  "File storage is full, so files can't be saved right now. Nothing was changed. Delete what you don't need, or ask the server administrator for more space.";
const brokenText =
  "File storage isn't responding properly. Nothing was changed. Try again in a few seconds. If the problem persists, contact the server administrator.";
const retrySeconds = 5;

/** A failed request to object storage. The message is for the administrator. */
export class StoreError extends Error {
  readonly code: string;

  constructor(
    readonly kind: Kind,
    place: string,
    cause: unknown,
  ) {
    const detail = kind === "failed" || kind === "unreachable" ? toDetail(cause) : "";
    super(`${place} ${reasons[kind]}${detail && ` (${detail})`}.`, { cause });
    this.name = "StoreError";
    this.code = codes[kind] ?? "EIO";
  }

  get passes(): boolean {
    return passing.includes(this.kind);
  }

  /** For whoever made the call. */
  toAppError(): AppError {
    if (this.kind === "full") return new AppError("full", fullText, { cause: this });
    return new AppError("unavailable", brokenText, { cause: this, retryAfter: retrySeconds });
  }
}

/** The store's failure behind an error. */
export function findStoreError(error: unknown): StoreError | undefined {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof StoreError) return one;
  return undefined;
}

/** Explains an error of a client library; the library's own wrapping and its causes are looked through. */
export function toStoreError(error: unknown, place: string): StoreError {
  const known = findStoreError(error);
  if (known) return known;
  for (let one = error; one instanceof Error; one = one.cause) {
    const kind = classify(one);
    if (kind) return new StoreError(kind, place, one);
  }
  return new StoreError("failed", place, error);
}

const byName: Record<string, Kind> = {
  NoSuchBucket: "bucket",
  NoSuchKey: "missing",
  InvalidAccessKeyId: "credentials",
  SignatureDoesNotMatch: "credentials",
  ExpiredToken: "credentials",
  InvalidToken: "credentials",
  CredentialsProviderError: "credentials",
  RequestTimeTooSkewed: "clock",
  AccessDenied: "forbidden",
  AllAccessDisabled: "forbidden",
  PermanentRedirect: "region",
  AuthorizationHeaderMalformed: "region",
  IllegalLocationConstraintException: "region",
  QuotaExceeded: "full",
  InsufficientStorage: "full",
  XMinioStorageFull: "full",
  XMinioAdminBucketQuotaExceeded: "full",
  NoSuchUpload: "failed",
  TimeoutError: "slow",
  SlowDown: "slow",
  RequestTimeout: "slow",
  ServiceUnavailable: "slow",
  ETIMEDOUT: "slow",
  ESOCKETTIMEDOUT: "slow",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EPIPE: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
};

const byStatus: Record<number, Kind> = {
  301: "region",
  401: "credentials",
  403: "forbidden",
  404: "bucket",
  408: "slow",
  429: "slow",
  503: "slow",
  504: "slow",
  507: "full",
};

const byMessage: [RegExp, Kind][] = [
  [/^Region is missing/, "region"],
  [
    /^Could not load (the default )?credentials|invalid_grant|invalid_client|^Could not refresh access token/,
    "credentials",
  ],
  [/^No such object/, "missing"],
  [/\b(bucket|storage|disk) (is full|quota)|quota exceeded/i, "full"],
  [/time(d )?out/i, "slow"],
];

function classify(error: Error): Kind | undefined {
  const code = "code" in error ? error.code : undefined;
  const name = byName[error.name] ?? (typeof code === "string" ? byName[code] : undefined);
  if (name) return name;
  const match = byMessage.find(([pattern]) => pattern.test(error.message.slice(0, 300)));
  return match?.[1] ?? byStatus[findStatus(error, code)];
}

function findStatus(error: Error, code: unknown): number {
  if ("$metadata" in error && isObject(error.$metadata)) return Number(error.$metadata.httpStatusCode);
  return Number(code);
}

const maxDetail = 200;

function toDetail(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return `${code}: ${error.message}`.slice(0, maxDetail);
}
