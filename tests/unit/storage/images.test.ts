import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makeIcon } from "@/lib/server/platform/storage/images";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

/** A PNG that claims a size and carries hardly any data. */
function claimingPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(100))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("icons", () => {
  test.each(["png", "jpeg", "webp", "gif"] as const)("%s becomes a square WebP", async (format) => {
    const icon = await makeIcon(await picture(640, 200).toFormat(format).toBuffer());
    const { format: made, width, height } = await sharp(icon.data).metadata();
    expect([icon.mimeType, icon.extension, made, width, height]).toEqual(["image/webp", "webp", "webp", 256, 256]);
  });

  test("nothing of the file survives: metadata is gone, the orientation is applied", async () => {
    const jpeg = await picture(300, 300)
      .withExif({ IFD0: { Copyright: "planted-marker", ImageDescription: "<script>" } })
      .jpeg()
      .toBuffer();
    const tail = Buffer.concat([jpeg, Buffer.from("<script>planted-marker</script>")]);
    const { data } = await makeIcon(tail);
    expect(data.includes("planted-marker")).toBe(false);
    expect((await sharp(data).metadata()).exif).toBeUndefined();
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  test.each<[string, Buffer]>([
    ["svg", Buffer.from(svg)],
    ["svg behind a declaration", Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ["a pdf", Buffer.from("%PDF-1.7\n1 0 obj")],
    ["html named png", Buffer.from("<!doctype html><img>")],
    ["nothing", Buffer.alloc(0)],
    ["bytes", Buffer.from([1, 2, 3, 4])],
    ["half a png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["a png of 65,000 pixels square", claimingPng(65_000, 65_000)],
  ])("%s is 415 with a sentence", async (_name, bytes) => {
    await expect(makeIcon(bytes)).rejects.toMatchObject({
      code: "unsupported",
      status: 415,
      message: expect.stringMatching(/^(An icon|This image) .*\.$/),
    });
  });

  test("tiff, which sharp could read, is refused before it does", async () => {
    const tiff = await picture(20, 20).tiff().toBuffer();
    await expect(makeIcon(tiff)).rejects.toThrow("An icon must be a PNG, JPEG, WebP or GIF image.");
  });
});
