import { describe, expect, test } from "vitest";
import { connectorIds } from "@/lib/constants/connectors";
import { parseArray } from "@/lib/server/engine/connectors/postgres/values";
import { isSourceId, loadConnector, sourceIds } from "@/lib/server/engine/connectors/registry";
import { parseRetryAfter, tidyMessage, toStatusError } from "@/lib/server/engine/connectors/shared/failure";
import { createRateLimitedFetch } from "@/lib/server/engine/connectors/shared/rate-limited-fetch";
import { readEntries } from "@/lib/server/engine/connectors/website/sitemap";
import { parseRobots } from "@/lib/server/engine/parsing/formats/web-page";
import { guessTitle, toRecordText } from "@/lib/server/engine/parsing/shared/record-text";

describe("a record as text", () => {
  test("has a line for each field, nested values below theirs, and nothing empty", () => {
    const data = {
      name: "Ada",
      empty: "",
      none: null,
      tags: ["one", null, "two"],
      address: { city: "London", lines: ["a", "b"], nothing: {} },
      visits: [{ day: "Monday", ok: true }, { day: "Friday" }],
      notes: "first\r\nsecond\n",
      zero: 0,
      off: false,
    };
    expect(toRecordText(data)).toBe(
      [
        "name: Ada",
        "tags: one, two",
        "address:",
        "  city: London",
        "  lines: a, b",
        "visits:",
        "  1:",
        "    day: Monday",
        "    ok: true",
        "  2:",
        "    day: Friday",
        "notes: first",
        "  second",
        "zero: 0",
        "off: false",
      ].join("\n"),
    );
  });

  test("that is nested without end is cut short", () => {
    let deep: unknown = "end";
    for (let n = 0; n < 50; n += 1) deep = { deep };
    expect(toRecordText({ deep }).split("\n").length).toBeLessThan(10);
  });

  test.each<[Record<string, unknown>, string | null]>([
    [{ id: 1, title: " A\n title " }, "A title"],
    [{ name: "", subject: "Subject" }, "Subject"],
    [{ productName: "Lamp", email: "x" }, "Lamp"],
    [{ Email: "ada@example.test", id: 4 }, "ada@example.test"],
    [{ id: 4, at: "2026-01-01" }, null],
    [{ name: { first: "Ada" }, label: 7 }, "7"],
  ])("%j is called %j", (data, title) => {
    expect(guessTitle(data)).toBe(title);
  });
});

describe("failures of services", () => {
  test.each<[number, string, boolean]>([
    [400, "settings", false],
    [401, "credentials", false],
    [403, "permission", false],
    [404, "vanished", false],
    [408, "timeout", true],
    [429, "rate_limit", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
  ])("%i is %s", (status, kind, retryable) => {
    expect(toStatusError({ service: "Someone", status })).toMatchObject({ kind, retryable });
  });

  test("Retry-After is read as seconds and as a date", () => {
    expect(parseRetryAfter({ "retry-after": "1.5" })).toBe(1500);
    expect(parseRetryAfter(new Headers({ "retry-after": "0" }))).toBe(0);
    const soon = parseRetryAfter({ "retry-after": new Date(Date.now() + 20_000).toUTCString() });
    expect(soon).toBeGreaterThan(17_000);
    expect(soon).toBeLessThanOrEqual(20_000);
    expect(parseRetryAfter({ "retry-after": "soon" })).toBeUndefined();
    expect(parseRetryAfter(undefined)).toBeUndefined();
  });

  test("a service's words are tidied", () => {
    expect(tidyMessage(" a\n b ")).toBe("a b.");
    expect(tidyMessage("")).toBe("");
    expect(tidyMessage("x".repeat(400))).toHaveLength(301);
  });
});

describe("a polite fetch", () => {
  const answers = (...list: [number, Record<string, string>?][]) => {
    const asked: number[] = [];
    const way = (async () => {
      const [status, headers] = list[Math.min(asked.length, list.length - 1)] ?? [200];
      asked.push(Date.now());
      return new Response("x", { status, headers });
    }) as typeof fetch;
    return { way, asked };
  };
  const { signal } = new AbortController();

  test("keeps its distance, also for requests at the same time", async () => {
    const { way, asked } = answers([200]);
    const polite = createRateLimitedFetch(way, { spacingMs: 40, signal });
    await Promise.all([polite("http://x"), polite("http://x"), polite("http://x")]);
    expect((asked[2] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(75);
  });

  test("waits as long as it is asked to, and gives the last answer where it may not wait so long", async () => {
    const { way, asked } = answers([429, { "retry-after": "0.05" }], [503, { "retry-after": "0" }], [200]);
    expect((await createRateLimitedFetch(way, { signal })("http://x")).status).toBe(200);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(45);
    const long = answers([429, { "retry-after": "3600" }]);
    expect((await createRateLimitedFetch(long.way, { signal })("http://x")).status).toBe(429);
    expect(long.asked).toHaveLength(1);
    const never = answers([429, { "retry-after": "0" }]);
    expect((await createRateLimitedFetch(never.way, { tries: 3, signal })("http://x")).status).toBe(429);
    expect(never.asked).toHaveLength(3);
  });

  test("leaves other failures alone and ends its wait with an abort", async () => {
    const failed = answers([500]);
    expect((await createRateLimitedFetch(failed.way, { signal })("http://x")).status).toBe(500);
    expect(failed.asked).toHaveLength(1);
    const abort = new AbortController();
    const waiting = createRateLimitedFetch(answers([429, { "retry-after": "10" }]).way, { signal: abort.signal })(
      "http://x",
    );
    setTimeout(() => abort.abort(), 20);
    await expect(waiting).rejects.toThrow();
  });
});

test.each<[string, unknown]>([
  ["{}", []],
  ["{1,NULL,3}", [1, null, 3]],
  ['{"1"}', [1]],
  [
    "{{1,2},{3,NULL}}",
    [
      [1, 2],
      [3, null],
    ],
  ],
  [
    "[0:1][2:3]={{1,2},{3,4}}",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["{1,2", "{1,2"],
  ["no array", "no array"],
])("the array %s is read", (text, value) => {
  expect(parseArray(text, ",", Number)).toEqual(value);
});

test.each([
  [["noindex, nofollow"], false, false],
  [["NONE"], false, false],
  [["all", "index,follow"], true, true],
  [["otherbot: noindex", "muster: nofollow"], true, false],
  [["unavailable_after: 2020-01-01", null], true, true],
])("the wishes %j are understood", (texts, index, follow) => {
  expect(parseRobots(...texts)).toEqual({ index, follow });
});

test("a sitemap is read from pieces of any size", async () => {
  const xml = `<?xml version="1.0"?><urlset><url><loc>https://x.test/a?b=1&amp;c=2</loc></url><!-- no --><url>
    <loc><![CDATA[https://x.test/ä]]></loc><lastmod>2026-01-01</lastmod></url><url></url><url><loc>https://x.test/&#x41;</loc></url></urlset>`;
  const bytes = new TextEncoder().encode(xml);
  for (const size of [1, 7, 50, 10_000]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const found: string[] = [];
    for await (const { address } of readEntries(body)) found.push(address);
    expect(found).toEqual(["https://x.test/a?b=1&c=2", "https://x.test/ä", "https://x.test/A"]);
  }
});

test("every connector of the plans is there, and others are refused", async () => {
  for (const id of sourceIds) expect((await loadConnector(id)).id).toBe(id);
  for (const id of ["postgres", "website", "airtable", "notion"]) expect(sourceIds).toContain(id);
  for (const id of sourceIds) expect([...connectorIds, "website"]).toContain(id);
  expect(isSourceId("constructor")).toBe(false);
  await expect(loadConnector("__proto__")).rejects.toThrow("This connector isn't supported");
});
