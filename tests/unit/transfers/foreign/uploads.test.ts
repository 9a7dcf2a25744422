import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUploads } from "@/lib/server/api/import-export/foreign/shared/read-uploads";
import { type ZipPart, zipOf } from "../../../support/knowledge/zip";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-uploads-"));
});
afterAll(() => rm(folder, { recursive: true }));

const megabyte = 1024 * 1024;
const locked: ZipPart = { name: "z-locked.json", content: "{}", flags: 1 };
const many = (count: number, ending: string): ZipPart[] =>
  Array.from({ length: count }, (_, i) => ({ name: `f${String(i).padStart(5, "0")}.${ending}`, content: "{}" }));

/** Reads uploads; a list of parts is a zip. */
async function read(...uploads: (string | Buffer | ZipPart[])[]) {
  const written = uploads.map(async (content, i) => {
    const path = join(folder, `${i}`);
    await writeFile(path, Array.isArray(content) ? zipOf(content) : content);
    return { path, filename: `upload-${i}.json` };
  });
  return readUploads({ uploads: await Promise.all(written) });
}

describe("uploads to import", () => {
  it("are the files of a zip, without those that no system writes", async () => {
    const files = await read([
      { name: "a/app.json", content: "{}" },
      { name: "a/.env", content: "KEY=1" },
      { name: "node_modules/a.json", content: "{}" },
      { name: "logo.png", content: "x" },
    ]);
    expect(files).toEqual([{ path: "a/app.json", text: "{}" }]);
  });

  it("are refused if they are larger than 10 MB together", async () => {
    await expect(read("x".repeat(6 * megabyte), "x".repeat(5 * megabyte))).rejects.toThrow(/larger than 10 MB/);
    await expect(
      read("x".repeat(6 * megabyte), [{ name: "a.json", content: "x".repeat(5 * megabyte) }]),
    ).rejects.toThrow(/larger than 10 MB/);
    expect(await read("x".repeat(6 * megabyte), "x".repeat(3 * megabyte))).toHaveLength(2);
  });

  it("are refused before a bomb is unpacked", async () => {
    const bomb = { name: "a-bomb.json", content: Buffer.alloc(40 * megabyte, 32) };
    // The locked part after it is not reached.
    await expect(read([bomb, locked])).rejects.toThrow(/larger than 10 MB/);
    await expect(read([{ ...bomb, claimedSize: 10 }])).rejects.toThrow();
  });

  it("are refused with more than 100 files, before one is unpacked", async () => {
    await expect(read([...many(100, "json"), locked])).rejects.toThrow(/up to 100 files/);
    await expect(read(many(60, "json"), many(60, "yaml"))).rejects.toThrow(/up to 100 files/);
    expect(await read(many(100, "json"))).toHaveLength(100);
  });

  it("are refused with more than 5,000 entries in a zip", async () => {
    await expect(read([...many(5_000, "png"), { name: "a.json", content: "{}" }])).rejects.toThrow(
      /Choose fewer files/,
    );
  });

  it("are refused without a text, and with a password", async () => {
    await expect(read(Buffer.from([0xc3, 0x28]))).rejects.toThrow(/isn't text in UTF-8/);
    await expect(read([{ name: "a.png", content: "x" }])).rejects.toThrow(/no files that can be imported/);
    await expect(read([locked])).rejects.toThrow(/protected with a password/);
  });
});
