import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import type { StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { website } from "@/lib/server/engine/connectors/website/connector";
import { connectorContext, refusal, Shelf } from "../../support/connectors";
import { longestBlock } from "../../support/loop-delay";
import { html, links, type Reply, WebsiteStandin } from "../../support/standins/website/standin";

vi.setConfig({ testTimeout: 120_000 });

const maxBlockMs = 200;
const pages: StreamChoice = { name: "pages", mode: "incremental" };

async function site(content: Record<string, Reply> = {}) {
  const standin = await new WebsiteStandin().start();
  onTestFinished(() => standin.close());
  for (const [path, reply] of Object.entries(content)) standin.pages.set(path, reply);
  const shelf = (settings: Record<string, unknown> = {}) =>
    new Shelf(website, { url: standin.url, ...settings }, pages, () => connectorContext());
  const keys = (one: Shelf) => [...one.documents.keys()].map((key) => key.replace(standin.url, "")).sort();
  return { standin, shelf, keys };
}

const gzipped = (text: string): Reply => ({ type: "application/gzip", body: gzipSync(text) });

/** Of many entries, compressed in parts: what is measured afterwards is not the collection of this test's own garbage. */
function gzippedEntries(element: string, count: number, entry: (i: number) => string): Reply {
  const perPart = 10_000;
  const parts = Array.from({ length: count / perPart }, (_, part) =>
    gzipSync(Array.from({ length: perPart }, (_, i) => entry(part * perPart + i)).join("")),
  );
  return {
    type: "application/gzip",
    body: Buffer.concat([gzipSync(`<${element}>`), ...parts, gzipSync(`</${element}>`)]),
  };
}
const asked = ({ paths }: WebsiteStandin, path: string): number => paths.filter((one) => one === path).length;

test("an index of 1,000,000 sitemaps that are itself ends, and what else is found is read", async () => {
  const { standin, shelf, keys } = await site({ "/": html("Home", "Welcome") });
  const self = `<sitemap><loc>${standin.url}/sitemap.xml</loc></sitemap>`;
  standin.pages.set("/sitemap.xml", gzipped(`<sitemapindex>${self.repeat(1_000_000)}</sitemapindex>`));
  const one = shelf();
  const { blockedMs } = await longestBlock(() => one.sync());
  expect(blockedMs).toBeLessThan(maxBlockMs);
  expect(keys(one)).toEqual(["/"]);
  expect(asked(standin, "/sitemap.xml")).toBe(1);
  const only = shelf({ mode: "sitemap" });
  const { result, blockedMs: again } = await longestBlock(() => refusal(only.sync()));
  expect(again).toBeLessThan(maxBlockMs);
  expect(result.message).toContain("No sitemap with pages on");
});

test("an index of 1,000,000 different sitemaps is followed as far as its limit", async () => {
  const { standin, shelf } = await site({ "/": html("Home", "Welcome") });
  const entry = (i: number) => `<sitemap><loc>${standin.url}/m${i}.xml</loc></sitemap>`;
  standin.pages.set("/sitemap.xml", gzippedEntries("sitemapindex", 1_000_000, entry));
  const { blockedMs } = await longestBlock(() => shelf().sync());
  expect(blockedMs).toBeLessThan(maxBlockMs);
  expect(standin.paths.filter((path) => path.startsWith("/m"))).toHaveLength(199);
});

test("indexes within indexes are followed so deep and no deeper", async () => {
  const { standin, shelf } = await site({ "/": html("Home", "Welcome") });
  standin.pages.set("/sitemap.xml", standin.sitemapIndex("/i1.xml"));
  for (let i = 1; i <= 10; i += 1) standin.pages.set(`/i${i}.xml`, standin.sitemapIndex(`/i${i + 1}.xml`));
  await shelf().sync();
  expect(standin.paths.filter((path) => path.startsWith("/i"))).toEqual(["/i1.xml", "/i2.xml", "/i3.xml"]);
});

test("of a sitemap of 1,000,000 pages as many are read as are wanted", async () => {
  const { standin, shelf } = await site({ "/": html("Home", "Welcome") });
  const entry = (i: number) => `<url><loc>${standin.url}/p${i}</loc></url>`;
  standin.pages.set("/sitemap.xml", gzippedEntries("urlset", 1_000_000, entry));
  for (let i = 0; i < 20; i += 1) standin.pages.set(`/p${i}`, html(`Page ${i}`, `Text ${i}`));
  const one = shelf({ maxPages: 10 });
  const { result, blockedMs } = await longestBlock(() => one.sync());
  expect(blockedMs).toBeLessThan(maxBlockMs);
  expect(result.complete).toBe(false);
  expect(one.documents.size).toBe(10);
});

test("a read that was ended goes on without its sitemaps", async () => {
  const { standin, shelf, keys } = await site({ "/": {}, "/a": html("A", "Text of A"), "/b": html("B", "Text of B") });
  standin.pages.set("/sitemap.xml", standin.sitemap("/a", "/b"));
  const one = shelf();
  await one.sync({ cutAfter: 1 });
  await one.sync();
  expect(asked(standin, "/sitemap.xml")).toBe(1);
  expect(keys(one)).toEqual(["/a", "/b"]);
});

const manyAgents = Array.from({ length: 1_700 }, (_, i) => `User-agent: a${i}`).join("\n");

test.each<[string, string]>([
  ["agents and rules", `${"User-agent: Muster\n".repeat(1_700)}${"Disallow: /x\n".repeat(2_400)}`],
  ["different agents", `${manyAgents}\nUser-agent: Muster\n${"Disallow: /x\n".repeat(2_400)}`],
  ["wildcards", `User-agent: *\nDisallow: /x\nDisallow: ${"*a".repeat(30_000)}`],
  ["long rules with a wildcard", `User-agent: *\nDisallow: /x\n${`Disallow: /*${"a".repeat(490)}b\n`.repeat(120)}`],
  ["wildcards in a row", `User-agent: *\nDisallow: /x\nDisallow: ${"*".repeat(60_000)}b`],
  ["others' rules", `User-agent: other\n${"Disallow: /*a\n".repeat(3_000)}User-agent: *\nDisallow: /x`],
  ["rules with wildcards", `User-agent: *\nDisallow: /x\n${"Disallow: /*a*a*a*a*a*a*a*a*b\n".repeat(2_000)}`],
])("a robots.txt of many %s costs little and is obeyed", async (_name, body) => {
  const far = `/${"a".repeat(950)}`;
  const { standin, shelf } = await site({
    "/robots.txt": { type: "text/plain", body },
    "/": html("Home", `Welcome ${links("/x", far)}`),
    "/x": html("Private", "Not for programs"),
    [far]: html("Far", "Far away"),
  });
  const one = shelf();
  const { blockedMs } = await longestBlock(() => one.sync());
  expect(blockedMs).toBeLessThan(maxBlockMs);
  expect(one.documents.size).toBe(2);
  expect(standin.paths).not.toContain("/x");
});

test("comments in a robots.txt end no group of agents", async () => {
  const body = "User-agent: * # all\n# see https://x.example.test\nUser-agent: other\nDisallow: /x # not: for you";
  const { standin, shelf } = await site({
    "/robots.txt": { type: "text/plain", body },
    "/": html("Home", `Welcome ${links("/x", "/y")}`),
    "/x": html("Private", "Not for programs"),
    "/y": html("Public", "For all"),
  });
  const one = shelf();
  await one.sync();
  expect(one.documents.size).toBe(2);
  expect(standin.paths).not.toContain("/x");
});

test("a site that redirects to an address that is too long is refused", async () => {
  const { standin, shelf } = await site({
    "/robots.txt": { type: "text/plain", body: `User-agent: *\nDisallow: /*${"a".repeat(15_000)}*b` },
    "/": { status: 302, headers: { location: `/${"a".repeat(14_000)}` } },
  });
  const { result, blockedMs } = await longestBlock(() => refusal(shelf().sync()));
  expect(blockedMs).toBeLessThan(maxBlockMs);
  expect(result.message).toMatch(/redirects to a URL that is longer than 1,000 characters\.$/);
  expect(standin.paths).not.toContain("/robots.txt");
});

test.each<[string, string]>([
  ["as many links as it may have", "<a href=/b>b</a>".repeat(160_000)],
  ["a base as long as a page", `<base href="/${"x".repeat(1_000_000)}/">${"<a href=b>b</a>".repeat(100_000)}`],
  ["links as long as a page", `<a href="${"/x".repeat(400_000)}">x</a>`.repeat(3)],
])("a page of %s costs little", async (_name, body) => {
  const { shelf } = await site({ "/": html("Home", `Welcome ${body}`) });
  const one = shelf({ maxPages: 5 });
  const { blockedMs } = await longestBlock(() => one.sync());
  expect(blockedMs).toBeLessThan(maxBlockMs);
  expect(one.documents.size).toBeGreaterThan(0);
});
