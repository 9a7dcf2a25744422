import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { AppError } from "../http/errors";

export interface Icon {
  data: Buffer;
  mimeType: "image/webp";
  extension: "webp";
}

const ACCEPTED = new Set(["image/png", "image/apng", "image/jpeg", "image/webp", "image/gif"]);
const SIDE = 256;
/** An image of 20 KB can ask for gigabytes; a photo has some 12 to 50 million pixels. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;

/**
 * Makes a square icon from a picture that a user sent: what is stored is drawn anew, so nothing of the file, its metadata
 * included, survives. Throws `unsupported` for what is no png, jpeg, webp or gif, or cannot be read as one.
 */
export async function makeIcon(source: Uint8Array | string): Promise<Icon> {
  // Decided by the content before sharp sees it: its other readers (svg, tiff, pdf …) are never reached.
  const found = typeof source === "string" ? await fileTypeFromFile(source) : await fileTypeFromBuffer(source);
  if (!found || !ACCEPTED.has(found.mime)) {
    throw new AppError("unsupported", "An icon must be a PNG, JPEG, WebP or GIF picture.");
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
    throw new AppError("unsupported", "This picture is damaged or too large to read. Try another one.", { cause });
  }
}
