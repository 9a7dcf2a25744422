import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { airbyte } from "@/lib/contract/airbyte/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { sourceIds } from "@/lib/server/engine/connectors/registry";
import { newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { heavyPages } from "../support/hostile/heavy-pages";
import { inflations, type Wire } from "../support/hostile/inflated";
import { type ConnectedService, connectedIds, startServices } from "../support/loop-watch/connected-services";
import { hold, type LoopCase, printFigures } from "../support/loop-watch/hold";
import { type HostileService, hostileService } from "../support/loop-watch/hostile-service";
import { callAt } from "../support/loop-watch/member-at";
import { isLong, sampled } from "../support/loop-watch/scope";
import { startWatched, type WatchedServer } from "../support/loop-watch/watched-server";

ownDatabase();

const timeout = isLong ? 1_800_000 : 120_000;

let server: WatchedServer;
let person: Person;
let site: HostileService;
let connected: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  connected = await startServices();
  site = await hostileService();
  person = await newPerson();
  const variables = connected.services.map((service) => service.variables);
  server = await startWatched({
    DATA_DIR: process.env.DATA_DIR ?? "",
    UPLOADS_DIR: process.env.UPLOADS_DIR ?? "",
    ...Object.assign({ OUTBOUND_ALLOW: "127.0.0.1" }, ...variables),
  });
}, 60_000);
afterAll(async () => {
  printFigures("documents");
  await server?.kill();
  await site?.close();
  await connected?.close();
});

/** Checks a source and looks for its streams; returns the draft. Refusals are answers too. */
async function tryOut(connectorId: string, config: object, datasourceId?: string): Promise<string> {
  const body = { connectorId, name: "Source", description: "", config, datasourceId };
  const { status, body: answer } = await callAt(server.url, person, datasources.test, { body });
  expect(status, JSON.stringify(answer).slice(0, 1_000)).toBeLessThan(500);
  return String(answer.datasourceId ?? datasourceId);
}

/** Reads the first records, as the form of a datasource shows them. */
async function readSome(datasourceId: string, stream: string): Promise<unknown[]> {
  const body = { datasourceId, stream: { name: stream } };
  const { status, body: answer } = await callAt(server.url, person, airbyte.sample, { body });
  expect(status, JSON.stringify(answer).slice(0, 1_000)).toBeLessThan(500);
  return (answer.records ?? []) as unknown[];
}

describe.each(connectedIds)("%s", (id) => {
  it("keeps the event loop free whatever its service answers", { timeout }, async () => {
    const service = connected.services.find(({ connectorId }) => connectorId === id) as ConnectedService;
    const { connectorId, config, stream, mirror } = service;
    mirror.change("", undefined);
    const draft = await tryOut(connectorId, config);
    expect(await readSome(draft, stream)).not.toEqual([]);
    const cases = [...mirror.asked].flatMap((kind) =>
      inflations.map(
        ({ title, make }): LoopCase => ({
          title: `${connectorId}, ${kind}: ${title}`,
          async run() {
            mirror.change(kind, make);
            await tryOut(connectorId, config, draft);
            await readSome(draft, stream);
          },
        }),
      ),
    );
    await hold(server, sampled(cases, 1, connectorId, 20));
  });
});

const page = (body: string): Wire => ({ body: Buffer.from(body), headers: { "content-type": "text/html" } });
const index = (entry: string, count: number): Wire => ({
  body: gzipSync(`<sitemapindex>${entry.repeat(count)}</sitemapindex>`),
  headers: { "content-type": "application/gzip" },
});
const entryOf = (tag: string, address: string) => `<${tag}><loc>${address}</loc></${tag}>`;

/** Files of a site by their path, each of which may be hostile while the others are as they should be. */
const sites: [path: string, title: string, make: (url: string) => Wire][] = [
  ...heavyPages.flatMap(([title, make]): typeof sites => [
    ["/", title, make],
    ["/robots.txt", title, make],
    ["/sitemap.xml", title, make],
    ["/linked", title, make],
  ]),
  ["/sitemap.xml", "an index of itself", (url) => index(entryOf("sitemap", `${url}/sitemap.xml`), 1_000_000)],
  [
    "/sitemap.xml",
    "a million pages",
    (url) => ({ body: Buffer.from(`<urlset>${entryOf("url", `${url}/linked`).repeat(1_000_000)}</urlset>`) }),
  ],
  [
    "/robots.txt",
    "many rules",
    () => ({ body: Buffer.from(`User-agent: *\n${"Disallow: /*a*a*a*b\n".repeat(200_000)}`) }),
  ],
  ["/", "many links", () => page("<a href=/linked>a</a>".repeat(200_000))],
  ["/", "a long base", () => page(`<base href="/${"x".repeat(1_000_000)}/">${"<a href=b>b</a>".repeat(100_000)}`)],
];

describe("a website", () => {
  it("keeps the event loop free whatever it serves", { timeout }, async () => {
    const serve = (path: string, make?: (url: string) => Wire) =>
      site.reply((request, _, response) => {
        const plain = page(
          `<title>Quay ${request.url}</title><p>The quay at ${request.url}. <a href=/linked>More</a></p>`,
        );
        if (request.url === path && make) {
          const { body, headers } = make(site.url);
          return void response.writeHead(200, headers).end(body);
        }
        const found = request.url === "/" || request.url === "/linked";
        response.writeHead(found ? 200 : 404, plain.headers).end(found ? plain.body : "");
      });
    const config = { url: site.url, delayMs: 0, maxPages: 5 };
    serve("");
    const draft = await tryOut("website", config);
    expect(await readSome(draft, "pages")).toHaveLength(2);
    const cases = sites.map(
      ([path, title, make]): LoopCase => ({
        title: `website, ${path}: ${title}`,
        async run() {
          serve(path, make);
          await tryOut("website", config, draft);
          await readSome(draft, "pages");
        },
      }),
    );
    await hold(server, sampled(cases, 4, "website"));
  });
});

it("covers every connector", () => {
  const elsewhere = ["website", "postgres"];
  expect([...connectedIds, ...elsewhere].sort()).toEqual([...sourceIds].sort());
});
