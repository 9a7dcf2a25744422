import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { AppError } from "../errors/errors";

interface Icon {
  data: Buffer;
  mimeType: "image/webp";
  extension: "webp";
}

const ACCEPTED = new Set(["image/png", "image/apng", "image/jpeg", "image/webp", "image/gif"]);
const SIDE = 256;
/** A 20 KB image can decompress to gigabytes; a photo has 12 to 50 million pixels. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;

/**
 * Creates a square icon from an uploaded image by redrawing it, which drops metadata and anything else in the file. Throws
 * `unsupported` unless it is a readable png, jpeg, webp or gif.
 */
export async function makeIcon(source: Uint8Array | string): Promise<Icon> {
  // Checked by content before sharp sees it: its other decoders (svg, tiff, pdf …) are never used.
  const found = typeof source === "string" ? await fileTypeFromFile(source) : await fileTypeFromBuffer(source);
  if (!found || !ACCEPTED.has(found.mime)) {
    throw new AppError("unsupported", "An icon must be a PNG, JPEG, WebP or GIF image.");
  }
  try {
    const data = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: "cover" })
      .webp({ quality: 85 })
      .toBuffer();
    return { data, mimeType: "image/webp", extension: "webp" };
  } catch (cause) {
    throw new AppError("unsupported", "This image is damaged or too large to read. Try another one.", { cause });
  }
}
