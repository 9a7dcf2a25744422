import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { idleMs, type ObjectDriver } from "@/lib/server/platform/storage/objects/driver";
import { prepareRead } from "@/lib/server/platform/storage/objects/verified-stream";

afterEach(() => {
  vi.useRealTimers();
});

it("the connection of a file that is not read is closed, and reading the file later opens another one", async () => {
  vi.useFakeTimers();
  const body = new PassThrough();
  const read = vi.fn<ObjectDriver["read"]>(async () => Readable.from([Buffer.from("hello")]));
  const missing = () => Promise.reject(new Error("Not expected."));
  const driver = { upload: missing, stat: missing, open: missing, delete: missing, list: Array.fromAsync, read };
  const open = prepareRead(driver as never, "s3://bucket", "a", { size: 5, modified: new Date(), body });
  vi.advanceTimersByTime(idleMs);
  expect(body.destroyed).toBe(true);
  expect(await text(open())).toBe("hello");
  expect(read.mock.calls).toEqual([["a", 0]]);
});
