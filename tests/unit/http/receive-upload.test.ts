import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ReceivedUpload, receiveUpload, type UploadLimits } from "@/lib/server/platform/http/body/receive-upload";
import type { LoopbackServer } from "@/tests/support/loopback-server";
import { webServer } from "@/tests/support/web-server";

let folder: string;
let server: LoopbackServer;
let limits: UploadLimits;
let received: (ReceivedUpload & { contents: string[] }) | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-upload-"));
  server = await webServer(async (request) => {
    received = undefined;
    const upload = await receiveUpload(request, limits);
    const contents = await Promise.all(upload.files.slice(0, 3).map((file) => readFile(file.path, "latin1")));
    received = { ...upload, contents };
    await upload.dispose();
    return Response.json({ sizes: upload.files.map((file) => file.size) });
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
});

async function send(
  body: BodyInit,
  headers?: Record<string, string>,
): Promise<{ status: number; error?: string; code?: string }> {
  const answer = await fetch(server.url, { method: "POST", body, headers });
  return { status: answer.status, ...(await answer.json()) };
}

function form(...files: [name: string, content: BlobPart][]): FormData {
  const data = new FormData();
  for (const [name, content] of files) data.append("file", new File([content], name));
  return data;
}

const boundary = "x-muster-x";
const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
const part = (headers: string, content: string): string => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;

describe("an upload", () => {
  test("gives fields, files under random names, their contents and types", async () => {
    limits = { maxBytes: 1_000_000, maxFiles: 3, folder };
    const data = form(["notes.md", "# Title"], ["data.bin", new Uint8Array([0, 1, 2, 255])]);
    data.append("name", "Manual ✓");
    data.append("tag", "a");
    data.append("tag", "b");
    data.append("constructor", "c");
    expect(await send(data)).toEqual({ status: 200, sizes: [7, 4] });
    expect({ ...received?.fields }).toEqual({ name: "Manual ✓", tag: ["a", "b"], constructor: "c" });
    expect(received?.contents).toEqual(["# Title", "\u0000\u0001\u0002\u00ff"]);
    expect(received?.files).toEqual([
      expect.objectContaining({ field: "file", filename: "notes.md", mimeType: "text/markdown", size: 7 }),
      expect.objectContaining({ filename: "data.bin", mimeType: "application/octet-stream", size: 4 }),
    ]);
    expect(received?.files[0]?.path.slice(folder.length)).toMatch(/^\/upload-[\w-]+\/[0-9a-f]{32}$/);
  });

  test("an input that was left empty is no file, an empty file is one", async () => {
    limits = { maxBytes: 10, maxFiles: 2, folder };
    const empty = part('Content-Disposition: form-data; name="file"; filename=""', "");
    expect(await send(empty + end, multipart)).toEqual({ status: 200, sizes: [] });
    expect(await send(form(["empty.txt", ""]))).toEqual({ status: 200, sizes: [0] });
  });

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ada\\plan.pdf", "plan.pdf"],
    ["..", "file"],
    [".htaccess", "htaccess"],
    ["a\u202egnp.exe", "agnp.exe"],
    ["line\u2028break.txt", "linebreak.txt"],
    ["<img src=x>.png", "img src=x.png"],
    ["Übersicht 表.csv", "Übersicht 表.csv"],
    [`${"x".repeat(500)}.pdf`, `${"x".repeat(196)}.pdf`],
  ])("the name %j becomes %j", async (sent, kept) => {
    limits = { maxBytes: 10, maxFiles: 1, folder };
    const header = `Content-Disposition: form-data; name="file"; filename="${sent.replaceAll("\\", "\\\\")}"`;
    expect(await send(part(header, "x") + end, multipart)).toMatchObject({ status: 200 });
    expect(received?.files[0]?.filename).toBe(kept);
  });

  const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
  test.each([
    ["holiday.txt", png, "image/png"],
    ["page.png", "<!doctype html><script>1</script>", "text/plain"],
    ["page.html", "<!doctype html>", "text/html"],
    ["logo.svg", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml"],
    ["table.csv", "a;b\n1;é", "text/csv"],
    ["wide.txt", Buffer.from("\ufeffhello", "utf16le"), "text/plain"],
    ["bytes.txt", Buffer.from([0x68, 0xc3, 0x28]), "application/octet-stream"],
    ["control.txt", "a\u0000b", "application/octet-stream"],
    ["cut.txt", `${"x".repeat(65_535)}é`, "text/plain"],
    ["book.pdf", "%PDF-1.7\n", "application/pdf"],
  ])("%s is judged by its content", async (name, content, type) => {
    limits = { maxBytes: 100_000, maxFiles: 1, folder };
    await send(form([name, content]));
    expect(received?.files[0]?.mimeType).toBe(type);
  });
});

describe("limits", () => {
  test.each([1, 65_536, 5 * 1024 * 1024])("%i bytes are exact to the byte", async (maxBytes) => {
    limits = { maxBytes, maxFiles: 1, folder };
    expect(await send(form(["a.bin", new Uint8Array(maxBytes)]))).toEqual({ status: 200, sizes: [maxBytes] });
    const over = await send(form(["a.bin", new Uint8Array(maxBytes + 1)]));
    expect(over).toMatchObject({ status: 413, code: "too_large" });
    const named = { 1: "1 byte", 65536: "64 KB", 5242880: "5 MB" }[maxBytes];
    expect(over.error).toBe(`a.bin exceeds the limit of ${named} per file.`);
  });

  test("each file of several counts for itself, and none stays when one is too large", async () => {
    limits = { maxBytes: 1_000, maxFiles: 3, folder };
    const fits = new Uint8Array(1_000);
    expect(await send(form(["a", fits], ["b", fits], ["c", fits]))).toMatchObject({
      status: 200,
      sizes: [1000, 1000, 1000],
    });
    expect(await send(form(["a", fits], ["b", fits], ["c", new Uint8Array(1_001)]))).toMatchObject({ status: 413 });
  });

  test("files and fields are counted", async () => {
    limits = { maxBytes: 10, maxFiles: 1, maxFields: 2, folder };
    expect(await send(form(["a", "1"], ["b", "2"]))).toMatchObject({ status: 400, error: "Send up to 1 file." });
    const data = form(["a", "1"]);
    for (const name of ["x", "y", "z"]) data.append(name, "1");
    expect(await send(data)).toMatchObject({ status: 400, error: "Send up to 2 fields." });
    const long = new FormData();
    long.append("text", "x".repeat(64 * 1024 + 1));
    expect(await send(long)).toMatchObject({ status: 413 });
  });

  test.each([
    ["no boundary", { "content-type": "multipart/form-data" }, "x", 400],
    ["another type", { "content-type": "application/json" }, "{}", 415],
    ["no end", multipart, part('Content-Disposition: form-data; name="file"; filename="a"', "x"), 400],
    ["nothing in it", multipart, "nothing", 400],
    ["NUL in a field", multipart, part('Content-Disposition: form-data; name="a"', "x\u0000y") + end, 400],
    ["__proto__", multipart, part('Content-Disposition: form-data; name="__proto__"', "x") + end, 400],
  ])("%s is a clear failure", async (_name, headers, body, status) => {
    limits = { maxBytes: 10, maxFiles: 1, folder };
    const answer = await send(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.error).toMatch(/^[A-Z].*\.$/);
  });

  test("a sender that hangs up leaves nothing behind", async () => {
    limits = { maxBytes: 10_000_000, maxFiles: 1, folder };
    const sender = httpRequest(server.url, { method: "POST", headers: { ...multipart, "content-length": "5000000" } });
    sender.on("error", () => undefined);
    sender.write(part('Content-Disposition: form-data; name="file"; filename="a"', "x".repeat(100_000)));
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    sender.destroy();
    await expect.poll(() => readdir(folder)).toEqual([]);
  });
});

const SENDER = `
const [port, bytes] = process.argv.slice(1).map(Number);
const headers = ${JSON.stringify(multipart)};
const request = require("node:http").request({ port, method: "POST", headers, agent: false }, (response) => process.stdout.write(String(response.statusCode)));
request.write('--${boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="big.bin"\\r\\n\\r\\n');
const chunk = Buffer.alloc(65536, 7);
let left = bytes;
(function more() {
  while (left > 0) {
    left -= chunk.length;
    if (!request.write(chunk)) return request.once("drain", more);
  }
  request.end('\\r\\n--${boundary}--\\r\\n');
})();`;

describe("memory", () => {
  test("a stream of 300 MB adds at most 64 MB", { timeout: 60_000 }, async () => {
    const bytes = 300 * 1024 * 1024;
    limits = { maxBytes: bytes, maxFiles: 1, folder };
    const sizes: number[] = [];
    const measured = await webServer(async (request) => {
      const upload = await receiveUpload(request, limits);
      sizes.push(...upload.files.map((file) => file.size));
      await upload.dispose();
      return Response.json({});
    });
    // Sent by another process, so that only the receiver's memory is measured; a first one loads the code.
    const sendBytes = (count: number) =>
      promisify(execFile)(process.execPath, ["-e", SENDER, `${measured.port}`, `${count}`]);
    await sendBytes(30 * 1024 * 1024);
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 10);
    const sent = await sendBytes(bytes);
    clearInterval(watch);
    await measured.close();
    expect([sent.stdout, sizes]).toEqual(["200", [30 * 1024 * 1024, bytes]]);
    expect((most - before) / 1024 / 1024).toBeLessThan(64);
  });
});

// After memory was measured, which many uploads in the same process would blur.
describe("many at once", () => {
  test("that are too large leave nothing behind", async () => {
    limits = { maxBytes: 10, maxFiles: 1, folder };
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(form(["a", "x".repeat(11)]))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([413]));
      expect(await readdir(folder)).toEqual([]);
    }
  });
});
