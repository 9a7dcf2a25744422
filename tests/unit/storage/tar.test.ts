import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ArchiveError, pack, type TarSource, unpack } from "@/lib/server/platform/storage/tar";
import { temporaryFolder } from "../../support/folders";
import { tarOf } from "../../support/tar";

const packed = (...sources: TarSource[]): Promise<Buffer> => buffer(pack(sources, new Date(0)));

/** In pieces of a size that no block has. */
function piecesOf(bytes: Buffer, size = 700): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size)));
}

async function unpacked(bytes: Buffer): Promise<[name: string, type: string, content: string][]> {
  const found: [string, string, string][] = [];
  await unpack(piecesOf(bytes), async ({ name, type }, content) => {
    found.push([name, type, await text(content)]);
  });
  return found;
}

const long = `uploads/${"folder-with-a-name/".repeat(30)}file`;

describe("an archive", () => {
  test("comes out as it went in, and any tar lists it", async () => {
    const folder = temporaryFolder("tar");
    writeFileSync(join(folder, "big"), "x".repeat(200_000));
    writeFileSync(join(folder, "empty"), "");
    const bytes = await packed(
      { name: "first", content: Buffer.from("1") },
      { name: "none", content: Buffer.alloc(0) },
      { name: "big", size: 200_000, path: join(folder, "big") },
      { name: long, size: 0, path: join(folder, "empty") },
    );
    expect(await unpacked(bytes)).toEqual([
      ["first", "file", "1"],
      ["none", "file", ""],
      ["big", "file", "x".repeat(200_000)],
      [long, "file", ""],
    ]);
    const listed = execFileSync("tar", ["-tf", "-"], { input: bytes, encoding: "utf8" });
    expect(listed.trim().split("\n")).toEqual(["first", "none", "big", long]);
  });

  test("has a file as long as it was said to be, or is none", async () => {
    const path = join(temporaryFolder("tar"), "growing");
    writeFileSync(path, "12345");
    expect(await unpacked(await packed({ name: "a", size: 3, path }))).toEqual([["a", "file", "123"]]);
    await expect(packed({ name: "a", size: 9, path })).rejects.toThrow("a changed while it was being read.");
    await expect(packed({ name: "a", size: 9, path: `${path}-not` })).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("says what its entries are, and passes over what is not read", async () => {
    const bytes = tarOf([
      { name: "../../outside", content: "x".repeat(5_000) },
      { name: "link", type: "2", link: "/etc/passwd" },
      { name: "hard", type: "1", link: "/etc/passwd" },
      { name: "device", type: "3" },
      { name: "folder", type: "5" },
      { name: "strange", type: "S", content: "y".repeat(700) },
      { name: "last", content: "z" },
    ]);
    const found: unknown[] = [];
    await unpack(piecesOf(bytes), async ({ name, type, size }) => void found.push([name, type, size]));
    expect(found).toEqual([
      ["../../outside", "file", 5_000],
      ["link", "symlink", 0],
      ["hard", "link", 0],
      ["device", "character-device", 0],
      ["folder", "directory", 0],
      ["strange", null, 700],
      ["last", "file", "z".length],
    ]);
  });
});

describe("what is no whole archive", () => {
  const good = tarOf([{ name: "a", content: "x".repeat(3_000) }]);
  const damaged = Buffer.from(good);
  damaged.write("7", 124);
  const endless = tarOf([{ name: "a", type: "x", content: "" }]).subarray(0, 512);
  endless.write("77777777777", 124);
  endless.fill(" ", 148, 156);
  const sum = endless.reduce((total, byte) => total + byte, 0);
  endless.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const cases: [string, Buffer, RegExp][] = [
    ["cut in a header", good.subarray(0, 300), /truncated/],
    ["cut in a content", good.subarray(0, 2_000), /truncated/],
    ["cut in what fills a block", good.subarray(0, 512 + 3_001), /truncated/],
    ["cut after a file", good.subarray(0, 512 + 3_072), /truncated/],
    ["cut in its end", good.subarray(0, 512 + 3_072 + 300), /truncated/],
    ["empty", Buffer.alloc(0), /truncated/],
    ["with a changed size", damaged, /damaged/],
    ["a text", Buffer.from("Dear Sir ".repeat(200)), /isn't a tar archive/],
    ["with more said about a file than is held in memory", endless, /damaged/],
  ];
  test.each(cases)("is told: %s", async (_, bytes, sentence) => {
    const refusal = await unpacked(bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ArchiveError);
    expect(String(refusal)).toMatch(sentence);
  });

  test("ends with the source's own failure, or the taker's", async () => {
    async function* failing() {
      yield good.subarray(0, 1_000);
      throw new Error("The line broke.");
    }
    await expect(unpack(failing(), async (_, content) => void (await buffer(content)))).rejects.toThrow(
      "The line broke.",
    );
    const source = piecesOf(tarOf([{ name: "a", content: "x".repeat(500_000) }]));
    const refusing = unpack(source, async (_, content) => {
      for await (const _piece of content) throw new Error("The disk is full.");
    });
    await expect(refusing).rejects.toThrow("The disk is full.");
    expect(source.destroyed).toBe(true);
  });
});

test("a slow taker holds up the source", async () => {
  let sent = 0;
  async function* source() {
    const whole = tarOf([{ name: "a", content: Buffer.alloc(8 * 1024 ** 2) }]);
    for (; sent < whole.length; sent += 64 * 1024) yield whole.subarray(sent, sent + 64 * 1024);
  }
  await unpack(source(), async (_, content) => {
    await sleep(100);
    expect(sent).toBeLessThan(1024 ** 2);
    expect((await buffer(content)).length).toBe(8 * 1024 ** 2);
  });
});
