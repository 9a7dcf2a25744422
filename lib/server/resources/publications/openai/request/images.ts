import { AppError, invalidField } from "../../../../platform/errors/errors";
import { outbound } from "../../../../platform/outbound/instance";
import { OutboundError } from "../../../../platform/outbound/outbound-error";

const maxImageBytes = 15 * 1024 * 1024;
/** For each response to begin, and for all images together. */
const timeoutMs = 15_000;
const allTimeoutMs = 60_000;
const extensions: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
};
const kinds = "PNG, JPEG, WebP or GIF";

export interface LoadedImage {
  filename: string;
  bytes: Buffer;
}

const toFilename = (type: string, index: number): string => {
  const extension = extensions[type];
  if (!extension) throw new AppError("invalid", `Image ${index + 1} has an unsupported type. Use ${kinds}.`);
  return `image-${index + 1}.${extension}`;
};

function readDataUrl(url: string, index: number): LoadedImage {
  const comma = url.indexOf(",");
  const [type = "", ...parameters] = url.slice("data:".length, Math.max(comma, 0)).toLowerCase().split(";", 5);
  if (comma < 0 || !parameters.includes("base64"))
    throw new AppError("invalid", `Image ${index + 1} isn't a base64 data URL.`);
  const bytes = Buffer.from(url.slice(comma + 1), "base64");
  if (bytes.length === 0) throw new AppError("invalid", `Image ${index + 1} is empty.`);
  return { filename: toFilename(type, index), bytes };
}

/** Without what names in the server's network mean, which is not for the client of a publication. */
const explain = ({ problem, message }: OutboundError): string =>
  problem === "refused" ? "This address can't be used." : message;

interface Bounds {
  maxBytes: number;
  /** The caller leaves. */
  signal: AbortSignal;
  /** Too late for all images. */
  late: AbortSignal;
}

async function download(url: string, index: number, { maxBytes, signal, late }: Bounds): Promise<LoadedImage> {
  try {
    const fetchImage = outbound().fetchWith({ maxBytes, headersTimeoutMs: timeoutMs });
    const response = await fetchImage(url, { signal: AbortSignal.any([signal, late]) });
    if (!response.ok) throw new AppError("invalid", `Image ${index + 1} can't be downloaded: HTTP ${response.status}.`);
    const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    return { filename: toFilename(type, index), bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    const isOutbound = error instanceof OutboundError;
    if ((error instanceof AppError && !isOutbound) || signal.aborted) throw error;
    const why = isOutbound ? explain(error) : "The server didn't send it in time.";
    throw new AppError("invalid", `Image ${index + 1} can't be downloaded: ${why}`, { cause: error });
  }
}

/** The images of a request, one after another: from data URLs, or downloaded. All together have at most `maxBytes`. */
export async function loadImages(
  urls: readonly string[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<LoadedImage[]> {
  const images: LoadedImage[] = [];
  const late = AbortSignal.timeout(allTimeoutMs);
  let left = maxBytes;
  for (const [index, url] of urls.entries()) {
    const bounds = { maxBytes: Math.min(left, maxImageBytes), signal, late };
    if (/^data:/i.test(url)) images.push(readDataUrl(url, index));
    else if (/^https?:\/\//i.test(url)) images.push(await download(url, index, bounds));
    else throw invalidField("image_url", "Send images as https or data URLs.");
    left -= images.at(-1)?.bytes.length ?? 0;
  }
  return images;
}
