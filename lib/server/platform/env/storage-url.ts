import { z } from "zod";

/** A bucket on object storage, as in STORAGE_URL. */
export interface StorageUrl {
  kind: "s3" | "gs";
  bucket: string;
  /** Ends with a slash, unless it is empty. */
  prefix: string;
  /** The server, if it is not the provider's own. */
  endpoint?: string;
  region?: string;
  /** Whether the bucket is in the path of requests, not in the host name. */
  pathStyle: boolean;
}

const parameters = { s3: ["endpoint", "region", "pathStyle"], gs: ["endpoint"] } as const;
const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const prefixSegment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
const regionName = /^[a-z0-9][a-z0-9-]{0,39}$/i;

const credentialsProblem = {
  s3: "must not contain credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use the machine's role",
  gs: "must not contain credentials. Set GOOGLE_APPLICATION_CREDENTIALS, or use the machine's service account",
};

/** Returns the bucket, or what is wrong, as the end of a sentence. Values are not in it: they may be secrets. */
export function parseStorageUrl(text: string): StorageUrl | string {
  const url = URL.parse(text);
  const kind = url?.protocol === "s3:" ? "s3" : url?.protocol === "gs:" ? "gs" : undefined;
  if (!url || !kind || !text.includes("://")) return "must be a URL that starts with s3:// or gs://";
  const query = url.searchParams;
  const known: readonly string[] = parameters[kind];
  const foreign = [...query.keys()].filter((name) => !known.includes(name));
  if (url.username || url.password || foreign.some((name) => /key|secret|token|password|credential/i.test(name)))
    return credentialsProblem[kind];
  if (foreign.length > 0) return `has an unknown parameter. Supported parameters: ${known.join(", ")}`;
  if (url.port) return `must not contain a port. Set ?endpoint=https://host:port for another server`;
  if (!url.hostname) return `must name a bucket, for example ${kind}://my-bucket/muster`;
  if (!bucketName.test(url.hostname)) return "must name a bucket with lowercase letters, digits, hyphens and dots";
  const segments = url.pathname.split("/").filter(Boolean);
  if (url.hash || segments.length > 10 || !segments.every((segment) => prefixSegment.test(segment)))
    return "must have a prefix of letters, digits, hyphens, underscores and dots";
  const endpoint = query.get("endpoint") || undefined;
  if (endpoint !== undefined && !isOrigin(endpoint))
    return "must have an endpoint that is a URL without a path, for example https://minio.example.com:9000";
  const region = query.get("region") || undefined;
  if (region !== undefined && !regionName.test(region)) return "must have a region such as eu-central-1";
  const style = query.get("pathStyle");
  if (style !== null && style !== "true" && style !== "false") return "must have pathStyle=true or pathStyle=false";
  return {
    kind,
    bucket: url.hostname,
    prefix: segments.map((segment) => `${segment}/`).join(""),
    pathStyle: style === null ? endpoint !== undefined : style === "true",
    ...(endpoint && { endpoint: new URL(endpoint).origin }),
    ...(region && { region }),
  };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) return false;
  return url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
}

/** For messages: without parameters. */
export const showStorageUrl = ({ kind, bucket, prefix }: Pick<StorageUrl, "kind" | "bucket" | "prefix">): string =>
  `${kind}://${bucket}${prefix && `/${prefix.slice(0, -1)}`}`;

/** The environment's field. */
export const storageUrl = z.string().transform((text, ctx) => {
  const parsed = parseStorageUrl(text);
  if (typeof parsed !== "string") return parsed;
  ctx.addIssue({ code: "custom", message: parsed });
  return z.NEVER;
});
