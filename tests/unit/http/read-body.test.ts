import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/server/platform/errors/errors";
import { type BodyLimits, readJsonBody } from "@/lib/server/platform/http/body/read-body";

const json = { "content-type": "application/json; charset=utf-8" };

function post(body: BodyInit | null, headers: Record<string, string> = json): Request {
  return new Request("http://muster.test/x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}
const read = (body: BodyInit | null, limits?: BodyLimits) => readJsonBody(post(body), limits);
async function failure(body: BodyInit | null, limits?: BodyLimits): Promise<AppError> {
  const outcome = await read(body, limits).catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw new Error("The body was accepted.");
}
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const withKeys = (count: number): string =>
  JSON.stringify({ list: Array.from({ length: count - 1 }, (_, key) => ({ [`k${key}`]: key })) });

describe("reading a JSON body", () => {
  test("gives what was sent", async () => {
    const value = { name: "Ada", list: [1, null, true, "é😀"], constructor: "a word", prototype: {} };
    expect(await read(JSON.stringify(value))).toEqual(value);
    expect(await read('{"constructor":{"name":"x"}}')).toEqual({ constructor: { name: "x" } });
    expect(await read("[]")).toEqual([]);
    expect(await read(null)).toBeUndefined();
    expect(await readJsonBody(post(null, {}))).toBeUndefined();
  });

  test("counts bytes exactly and does not start on what is declared larger", async () => {
    const exact = JSON.stringify("x".repeat(256 * 1024 - 2));
    expect(await read(exact)).toHaveLength(256 * 1024 - 2);
    const over = await failure(`${exact} `);
    expect([over.code, over.status, over.message]).toEqual([
      "too_large",
      413,
      "The request exceeds the limit of 256 KB.",
    ]);
    let pulled = 0;
    const endless = (): ReadableStream<Uint8Array> =>
      new ReadableStream(
        {
          pull(controller) {
            pulled++;
            controller.enqueue(new Uint8Array(16_384).fill(32));
          },
        },
        { highWaterMark: 0 },
      );
    const declared = post(endless(), { ...json, "content-length": "999999999" });
    await expect(readJsonBody(declared)).rejects.toMatchObject({ code: "too_large" });
    expect(pulled).toBe(0);
    await expect(readJsonBody(post(endless()))).rejects.toMatchObject({ code: "too_large" });
    expect(pulled).toBeLessThan(20);
    expect(await read(JSON.stringify("x".repeat(300_000)), { maxBytes: 400_000 })).toHaveLength(300_000);
  });

  test("bounds depth and keys, by override too", async () => {
    expect(await read(nested(32))).toBeDefined();
    expect((await failure(nested(33))).message).toContain("32 levels");
    expect((await failure(nested(120_000))).message).toContain("32 levels");
    expect(await read(withKeys(1_000))).toBeDefined();
    expect((await failure(withKeys(1_001))).message).toContain("1,000 keys");
    expect(await read(withKeys(5_000), { maxKeys: 5_000 })).toBeDefined();
  });

  test("bounds the values of all lists, and counts nothing in texts", async () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
    expect(await read(list(50_000))).toHaveLength(50_000);
    expect((await failure(list(50_001))).message).toContain("50,000 values");
    expect(await read(list(60_000), { maxKeys: 6_000 })).toHaveLength(60_000);
    const text = `${'[{:,"\\'.repeat(20_000)}"`;
    expect(await read(JSON.stringify({ [text.slice(0, 1_000)]: text }))).toBeDefined();
    expect((await failure('{"a":"never ends')).message).toContain("isn't valid JSON");
  });

  test.each([
    ["no JSON", "{a}"],
    ["half of it", '{"a":'],
    ["two values", "{} {}"],
    ["NUL in a text", '{"a":"x\\u0000y"}'],
    ["NUL in a key", '{"a\\u0000":1}'],
    ["half a surrogate pair", '{"a":["\\ud83d"]}'],
    ["__proto__", '{"a":{"__proto__":{"admin":true}}}'],
    ["constructor.prototype", '{"constructor":{"prototype":{"admin":true}}}'],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ["an overlong NUL", new Uint8Array([0x22, 0xc0, 0x80, 0x22])],
  ])("%s is 400", async (_name, body) => {
    const error = await failure(body);
    expect([error.code, error.status]).toEqual(["invalid", 400]);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  test("names the field of a text that can't be stored", async () => {
    expect((await failure('{"config":{"keys":["ok","\\u0000"]}}')).extra.issues?.[0]?.path).toBe("config.keys.1");
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "type %j is 415",
    async (type) => {
      const request = post(new TextEncoder().encode("{}"), type ? { "content-type": type } : {});
      await expect(readJsonBody(request)).rejects.toMatchObject({ code: "unsupported", status: 415 });
    },
  );
});
