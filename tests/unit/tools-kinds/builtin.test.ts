import Ajv from "ajv";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { builtinIds, builtinLibrary } from "@/lib/constants/builtin-tools";
import { builtinDefinition } from "@/lib/contract/tools/kinds/builtin";
import { parserPool } from "@/lib/server/engine/parsing/parser-pool";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { calculate } from "@/lib/server/resources/tools/kinds/builtin/calculate";
import { prepareBuiltin } from "@/lib/server/resources/tools/kinds/builtin/library";
import type { ToolContext } from "@/lib/server/resources/tools/kinds/shared/context";
import { refusal } from "../../support/connectors";
import { loopbackServer } from "../../support/loopback-server";
import { toolContext } from "../../support/tool-context";

afterAll(() => parserPool().close());

async function use(builtin: string, args: unknown, settings: object = {}, ctx: ToolContext = toolContext()) {
  const { call } = prepareBuiltin(builtinDefinition.parse({ builtin, settings }));
  if (!call) throw new Error(`${builtin} has nothing to call.`);
  return call(args, ctx);
}

/** Serves the page of a path, and keeps what it was asked. */
async function site(pages: (url: URL) => { type?: string; status?: number; body: string | Buffer } | undefined) {
  const asked: URL[] = [];
  const server = await loopbackServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://site.test");
    asked.push(url);
    const { type = "text/html; charset=utf-8", status = 200, body } = pages(url) ?? { status: 404, body: "" };
    response.writeHead(status, { "content-type": type }).end(body);
  });
  onTestFinished(server.close);
  return { url: server.url, asked };
}

function withEnv(name: string, value: string) {
  vi.stubEnv(name, value);
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
}

test("the library has all of them, with schemas that hold", () => {
  expect(builtinLibrary.map(({ id }) => id)).toEqual([...builtinIds]);
  for (const builtin of builtinIds) {
    const settings = builtin === "datasource" ? { datasourceId: "datasource_1" } : {};
    const { parameters, description } = prepareBuiltin(builtinDefinition.parse({ builtin, settings }));
    expect(() => new Ajv({ strict: false }).compile(parameters)).not.toThrow();
    expect(description.length).toBeGreaterThan(20);
  }
});

describe("the calculator", () => {
  test.each<[string, string]>([
    ["0.1 + 0.2", "0.3"],
    ["2 + 3 * 4 - 6 / 4", "12.5"],
    ["(1.2 + 3/4) * 2^10", "1996.8"],
    ["1/3", "0.33333333333333333333"],
    ["-2^2", "-4"],
    ["2^-1", "0.5"],
    ["2^3^2", "512"],
    ["10 % 3", "1"],
    ["-7 % 3", "2"],
    ["200 * 15%", "30"],
    ["50% + 1", "1.5"],
    ["2**100", "1267650600228229401496703205376"],
    ["5! / 3!", "20"],
    ["sqrt(2)^2", "2"],
    ["sqrt(2)", "1.414213562373"],
    ["sin(pi)", "0"],
    ["sqrt(49/4)", "3.5"],
    ["16^(1/2)", "4"],
    ["round(2.5) + round(-2.5)", "0"],
    ["round(1234.5678, 2)", "1234.57"],
    ["max(1, 2/3, 3) - min(4, -5)", "8"],
    ["avg(1, 2, 4)", "2.3333333333333333333"],
    ["sin(pi/2) + ln(e) + log(1000) + log(8, 2)", "8"],
    ["1e-30 * 3", "0.000000000000000000000000000003"],
    ["123456789012345678901234567890 + 1", "123456789012345678901234567891"],
    ["(-1)^1000000001", "-1"],
    ["1_000 × 2 ÷ 4 − 1", "499"],
    [".5e1", "5"],
  ])("%s = %s", (formula, result) => {
    expect(calculate(formula)).toBe(result);
  });

  test.each<[string, RegExp]>([
    ["1 / 0", /Division by zero/],
    ["1 % 0", /Division by zero/],
    ["2 ^ 999999999", /too large/],
    ["(2^10000)^10000", /too large/],
    ["1e99999", /Unexpected|too large|n't supported/],
    ["9999!", /from 0 to 1,000/],
    [Array(4).fill("2^9999").join("*"), /too large/],
    ["sqrt(-1)", /Square roots/],
    ["log(0)", /logarithm/],
    ["1 +", /incomplete/],
    ["(1", /n't closed/],
    ["1 2", /Unexpected/],
    ["process.exit(1)", /n't valid here|n't supported/],
    ["constructor", /n't supported/],
    ["__proto__(1)", /n't supported/],
    ["toString()", /n't supported/],
    ["`1`", /n't valid here/],
    ["sqrt 4", /in parentheses/],
    ["sqrt(1, 2)", /takes 1 value/],
    [`${"(".repeat(5_000)}1`, /up to 2,000/],
    [`${"(".repeat(500)}1${")".repeat(500)}`, /nested deeper/],
    [`${"-".repeat(1_900)}1`, /nested deeper/],
    [`2${"^2".repeat(900)}`, /nested deeper/],
  ])("formula %$ that can't be worked out is refused in time", (formula, sentence) => {
    const began = performance.now();
    expect(() => calculate(formula)).toThrow(sentence);
    expect(performance.now() - began).toBeLessThan(500);
  });

  test("costs little at its worst", () => {
    const began = performance.now();
    for (const formula of [
      Array(60).fill("1000!").join("*"),
      Array(150).fill("3^9999").join("/"),
      Array(150).fill("sqrt(2^9999)").join("+"),
    ]) {
      try {
        calculate(formula);
      } catch (error) {
        expect(String(error)).toContain("too large");
      }
    }
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test("is asked with a formula", async () => {
    expect(await use("calculator", { formula: "6 * 7" })).toEqual({ result: "42" });
    expect((await refusal(use("calculator", {}))).message).toBe("“formula”: Enter a formula.");
  });
});

describe("date and time", () => {
  test("knows now", async () => {
    const now = (await use("dateTime", { operation: "now" }, { timeZone: "Asia/Kolkata" })) as {
      dateTime: string;
      utc: string;
    };
    expect(now.dateTime).toMatch(/\+05:30$/);
    expect(Math.abs(Date.parse(now.dateTime) - Date.now())).toBeLessThan(5_000);
  });

  const berlin = { timeZone: "Europe/Berlin" };
  test.each<[string, object, string]>([
    [
      "a day over the change of clocks keeps its time",
      { date: "2025-03-29T12:00", amount: 1, unit: "days" },
      "2025-03-30T12:00:00+02:00",
    ],
    ["24 hours do not", { date: "2025-03-29T12:00", amount: 24, unit: "hours" }, "2025-03-30T13:00:00+02:00"],
    ["a month ends with its last day", { date: "2025-01-31", amount: 1, unit: "months" }, "2025-02-28T00:00:00+01:00"],
    [
      "a leap day is 28 February a year later",
      { date: "2024-02-29", amount: 1, unit: "years" },
      "2025-02-28T00:00:00+01:00",
    ],
    ["back over the turn of a year", { date: "2025-01-15", amount: -13, unit: "months" }, "2023-12-15T00:00:00+01:00"],
    [
      "a time that clocks leave out is later",
      { date: "2025-03-29T02:30", amount: 1, unit: "days" },
      "2025-03-30T03:30:00+02:00",
    ],
    [
      "a time that comes twice is the first",
      { date: "2025-10-25T02:30", amount: 1, unit: "days" },
      "2025-10-26T02:30:00+02:00",
    ],
    ["with an offset", { date: "2025-07-01T00:00:00Z", amount: 2, unit: "weeks" }, "2025-07-15T02:00:00+02:00"],
  ])("%s", async (_name, args, dateTime) => {
    expect(await use("dateTime", { operation: "add", ...args }, berlin)).toMatchObject({ dateTime });
  });

  test("converts and measures", async () => {
    const converted = await use(
      "dateTime",
      { operation: "convert", date: "2025-07-01T12:00", timeZone: "America/New_York" },
      berlin,
    );
    expect(converted).toMatchObject({ dateTime: "2025-07-01T06:00:00-04:00", weekday: "Tuesday" });
    expect(
      await use("dateTime", { operation: "difference", date: "2024-02-28", until: "2025-03-30T12:00" }, berlin),
    ).toMatchObject({
      sign: 1,
      calendar: { years: 1, months: 1, days: 2 },
      total: { days: 396.458333 },
    });
    expect(await use("dateTime", { operation: "difference", date: "2025-03-01", until: "2025-02-27" })).toMatchObject({
      sign: -1,
      total: { days: -2 },
      calendar: { days: 2 },
    });
  });

  test.each<[object, RegExp]>([
    [{ operation: "fly" }, /Use now/],
    [{ operation: "now", timeZone: "Mars/Base" }, /isn't a valid time zone/],
    [{ operation: "add", date: "2025-02-30", amount: 1, unit: "days" }, /2025-02-30 doesn't exist/],
    [{ operation: "add", date: "tomorrow", amount: 1, unit: "days" }, /isn't a valid date/],
    [{ operation: "add", date: "2025-01-01", unit: "days" }, /the amount to add/],
    [{ operation: "add", date: "2025-01-01", amount: 900_000, unit: "years" }, /between the years 1000 and 9999/],
    [{ operation: "convert", date: "0099-01-01" }, /between the years 1000/],
  ])("%j is refused", async (args, sentence) => {
    expect((await refusal(use("dateTime", args))).message).toMatch(sentence);
  });
});

describe("the web page reader", () => {
  test("reads a page without what surrounds it", async () => {
    const { url } = await site(() => ({
      body: "<html><head><title>News</title></head><body><nav>Menu</nav><main><h1>Hello</h1><p>Text</p><script>evil()</script><ul><li>One</ul></main></body></html>",
    }));
    expect(await use("webPage", { url })).toEqual({ url: `${url}/`, title: "News", text: "# Hello\n\nText\n\n- One" });
  }, 20_000);

  test("reads documents, and long texts in parts", async () => {
    const words = Array.from({ length: 9_000 }, (_, i) => `w${i}`).join(" ");
    const { url } = await site(({ pathname }) =>
      pathname === "/a.json"
        ? { type: "application/json", body: '{"a":{"b":1}}' }
        : { type: "text/plain", body: words },
    );
    expect(await use("webPage", { url: `${url}/a.json` })).toMatchObject({ text: expect.stringContaining("1") });
    let text = "";
    for (let start = 0, rounds = 0; rounds < 9; rounds += 1) {
      const part = (await use("webPage", { url, start })) as { text: string; note?: string };
      text += part.text;
      start += part.text.length;
      if (!part.note) break;
      expect(part.note).toContain(`start ${start}`);
    }
    expect(text).toBe(words);
  }, 20_000);

  test.each<[string, { type?: string; status?: number; body: string | Buffer }, RegExp]>([
    ["is not there", { status: 404, body: "no" }, /returned 404/],
    ["is a picture", { type: "image/png", body: Buffer.from([1, 2]) }, /file \(image\/png\) that contains no text/],
    [
      "is empty",
      { body: "<html><body><div id=root></div><script>x</script></body></html>" },
      /might require a browser/,
    ],
    ["is a broken document", { type: "application/pdf", body: "%PDF-1.7 nothing" }, /can't be read/],
  ])("says that a page %s", async (_name, page, sentence) => {
    const { url } = await site(() => page);
    expect((await refusal(use("webPage", { url }))).message).toMatch(sentence);
  });

  test("does not stand still on a hostile page", async () => {
    const { url } = await site(() => ({ body: `<html><body>${"<div><b><i>".repeat(200_000)}x` }));
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 10);
    const began = performance.now();
    await use("webPage", { url }, {}, toolContext({ timeoutMs: 20_000 })).catch(() => undefined);
    clearInterval(beat);
    expect(turns).toBeGreaterThan((performance.now() - began) / 10 / 4);
  }, 30_000);

  test("goes nowhere but the web", async () => {
    for (const url of ["file:///etc/passwd", "ftp://example.test", "https://u:p@example.test", "nowhere"])
      expect((await refusal(use("webPage", { url }))).message).toMatch(/^“url”: /);
    expect((await refusal(use("webPage", { url: "http://169.254.169.254/" }))).message).toContain("link-local");
  });
});

describe("Wikipedia", () => {
  const page = (title: string, index: number, extract: string) => ({
    pageid: index,
    ns: 0,
    title,
    index,
    extract,
    fullurl: `https://en.wikipedia.org/wiki/${title}`,
  });

  test("is searched", async () => {
    const { url, asked } = await site(() => ({
      type: "application/json",
      body: JSON.stringify({ batchcomplete: true, query: { pages: [page("Second", 2, "b"), page("First", 1, "a")] } }),
    }));
    withEnv("WIKIPEDIA_URL", url);
    expect(await use("wikipedia", { query: "lovelace & co" }, { results: 2 })).toEqual({
      articles: [
        { title: "First", url: "https://en.wikipedia.org/wiki/First", summary: "a" },
        { title: "Second", url: "https://en.wikipedia.org/wiki/Second", summary: "b" },
      ],
    });
    expect(asked[0]?.pathname).toBe("/w/api.php");
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      generator: "search",
      gsrsearch: "lovelace & co",
      gsrlimit: "2",
      formatversion: "2",
    });
  });

  test("is read", async () => {
    const { url } = await site(({ searchParams }) => ({
      type: "application/json",
      body: JSON.stringify({
        query: {
          pages: [
            searchParams.get("titles") === "Ada"
              ? page("Ada Lovelace", 0, "x".repeat(25_000))
              : { title: "None", missing: true },
          ],
        },
      }),
    }));
    withEnv("WIKIPEDIA_URL", url);
    const first = (await use("wikipedia", { title: "Ada" })) as { text: string; note: string };
    expect(first).toMatchObject({ title: "Ada Lovelace", note: expect.stringContaining("start 20000") });
    expect(await use("wikipedia", { title: "Ada", start: 20_000 })).toMatchObject({ text: "x".repeat(5_000) });
    expect((await refusal(use("wikipedia", { title: "Zzz" }))).message).toContain("no article “Zzz”");
    expect((await refusal(use("wikipedia", {}))).message).toContain("Enter a query or a title");
  });

  test.each<[string, { type?: string; status?: number; body: string }, RegExp]>([
    ["finds nothing", { type: "application/json", body: '{"batchcomplete":true}' }, /No results found/],
    [
      "refuses",
      { type: "application/json", body: '{"error":{"code":"x","info":"Search is off."}}' },
      /returned an error: Search is off/,
    ],
    ["is busy", { status: 429, body: "" }, /too many requests/],
    ["is down", { status: 503, body: "" }, /returned 503/],
    ["answers in HTML", { body: "<html>" }, /can't be read/],
  ])("says when it %s", async (_name, answer, sentence) => {
    const { url } = await site(() => answer);
    withEnv("WIKIPEDIA_URL", url);
    const said = await use("wikipedia", { query: "x" }).then(JSON.stringify, (error: Error) => error.message);
    expect(said).toMatch(sentence);
  });

  test("takes languages only", () => {
    expect(builtinDefinition.safeParse({ builtin: "wikipedia", settings: { language: "evil.test/#" } }).success).toBe(
      false,
    );
    expect(builtinDefinition.parse({ builtin: "wikipedia", settings: { language: "DE" } })).toMatchObject({
      settings: { language: "de", results: 5 },
    });
  });
});

describe("arXiv", () => {
  const feed = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">
<title>ArXiv Query</title><opensearch:totalResults>1234</opensearch:totalResults>${entries}</feed>`;
  const entry = `<entry><id>http://arxiv.org/abs/1706.03762v7</id><updated>2023-08-02T00:41:18Z</updated><published>2017-06-12T17:57:34Z</published>
<title>Attention Is All
  You Need</title><summary>  The dominant &amp; best models.  </summary>
<author><name>Ada Example</name></author><author><name>Alan Example</name></author>
<link href="http://arxiv.org/abs/1706.03762v7" rel="alternate" type="text/html"/><link title="pdf" href="http://arxiv.org/pdf/1706.03762v7" rel="related"/>
<category term="cs.CL" scheme="x"/></entry>`;

  test("is searched in words, in its own language, by ids", async () => {
    const { url, asked } = await site(() => ({ type: "application/atom+xml", body: feed(entry) }));
    withEnv("ARXIV_URL", url);
    expect(await use("arxiv", { query: "attention transformers" }, { results: 3 })).toEqual({
      total: 1234,
      papers: [
        {
          id: "1706.03762v7",
          title: "Attention Is All You Need",
          authors: ["Ada Example", "Alan Example"],
          published: "2017-06-12",
          categories: ["cs.CL"],
          summary: "The dominant & best models.",
          url: "http://arxiv.org/abs/1706.03762v7",
          pdf: "http://arxiv.org/pdf/1706.03762v7",
        },
      ],
    });
    await use("arxiv", { query: "ti:attention AND au:example", sort: "newest", start: 5 });
    await use("arxiv", { ids: ["1706.03762"] });
    expect(asked.map(({ searchParams }) => searchParams.get("search_query") ?? searchParams.get("id_list"))).toEqual([
      "all:attention AND all:transformers",
      "ti:attention AND au:example",
      "1706.03762",
    ]);
    expect(asked[0]?.pathname).toBe("/api/query");
    expect(asked[1]?.searchParams.get("sortBy")).toBe("submittedDate");
  });

  test.each<[string, string, RegExp]>([
    ["finds nothing", feed(""), /No results found/],
    [
      "refuses",
      feed(
        "<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id format</summary></entry>",
      ),
      /returned an error: incorrect id/,
    ],
    ["answers something else", "<html><body>Sorry</body></html>", /can't be read/],
    ["answers what is nested without end", "<feed>".repeat(5_000), /can't be read/],
    [
      "declares entities",
      `<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${feed(entry.replace("Attention", "&b;"))}`,
      /&b;/,
    ],
  ])("says when it %s", async (_name, body, sentence) => {
    const { url } = await site(() => ({ type: "application/atom+xml", body }));
    withEnv("ARXIV_URL", url);
    const said = await use("arxiv", { query: "x" }).then(JSON.stringify, (error: Error) => error.message);
    expect(said).toMatch(sentence);
  });

  test("takes ids that are ids", async () => {
    expect((await refusal(use("arxiv", { ids: ["1706.03762&x=1"] }))).message).toContain("Enter an ID");
  });
});
