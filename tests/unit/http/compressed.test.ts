import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressResponse } from "@/lib/server/platform/http/responses/compressed";

const long = JSON.stringify({ text: "word ".repeat(1_000) });
const requestWith = (encoding?: string) =>
  new Request("http://localhost/", { headers: encoding === undefined ? {} : { "accept-encoding": encoding } });
const answer = (text = long, type = "application/json") =>
  new Response(text, { headers: { "content-type": type, "content-length": `${Buffer.byteLength(text)}` } });
const encodingFor = (encoding: string | undefined, response = answer()) =>
  compressResponse(requestWith(encoding), response).headers.get("content-encoding");

describe("an answer", () => {
  it("is the same text, shorter, with the status and headers that it had", async () => {
    const given = new Response(long, {
      status: 201,
      headers: { "content-type": "text/csv; charset=utf-8", etag: "1" },
    });
    const response = compressResponse(requestWith("gzip"), given);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get("etag"), response.headers.get("vary")]).toEqual([
      201,
      "1",
      "accept-encoding",
    ]);
    expect(bytes.length).toBeLessThan(200);
    expect(gunzipSync(bytes).toString()).toBe(long);
  });

  it.each(["gzip", "GZIP", "br, gzip", "gzip;q=0.5, br", "deflate, gzip;q=1.0", "*"])("is gzip for %s", (encoding) => {
    expect(encodingFor(encoding)).toBe("gzip");
  });

  it.each([undefined, "", "identity", "br", "gzip;q=0", "gzip;q=0.0", "x-gzipped"])(
    "stays as it is for %s",
    (encoding) => {
      expect(encodingFor(encoding)).toBeNull();
    },
  );

  it("stays as it is when it is short, live, a picture or nothing", () => {
    for (const response of [
      answer("{}"),
      answer(long, "text/event-stream"),
      answer(long, "image/png"),
      new Response(null, { status: 204 }),
    ])
      expect(encodingFor("gzip", response)).toBeNull();
  });
});
