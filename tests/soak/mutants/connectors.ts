import { type Mutant, mutantsOf } from "../mutant";

const folder = "lib/server/connectors";
const unit = "tests/unit/connectors";
const postgres = "tests/api/connector-postgres.test.ts";

/** What keeps connectors polite, their secrets secret and their documents true. */
export const connectorMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/website/add-sitemaps.ts`,
    [`${unit}/website-large.test.ts`, "sitemaps|indexes"],
    ["sitemaps name any number of others", "known.size >= MAX_SITEMAPS || ", ""],
    ["indexes of sitemaps are followed to any depth", " || depth > MAX_DEPTH", ""],
  ),
  ...mutantsOf(
    `${folder}/website/robots.ts`,
    [`${unit}/website-large.test.ts`, "robots.txt"],
    ["rules of a robots.txt are written once for each agent", 'ownAgents.has(agent) ? agent : "other"', "agent"],
    ["a comment ends the agents of a group", 'written.split("#", 1)', "[written]"],
  ),
  ...mutantsOf(
    `${folder}/polite-fetch.ts`,
    [`${unit}/helpers.test.ts`, "waits as long as it is asked to"],
    ["Retry-After is not obeyed", "retryAfterOf(answer.headers) ?? waitMs ?? 500 * 2 ** attempt", "0"],
  ),
  ...mutantsOf(
    `${folder}/define-connector.ts`,
    [`${unit}/define-connector.test.ts`, "without secrets"],
    [
      "errors of connectors keep their secrets",
      "return connectorFailure(definition.failureOf?.(error) ?? error, secrets);",
      "return connectorFailure(definition.failureOf?.(error) ?? error, []);",
    ],
  ),
  ...mutantsOf(
    `${folder}/settings.ts`,
    [`${unit}/define-connector.test.ts`, "would go elsewhere"],
    ["stored secrets of connectors go to a new address", "if (!moved) return", "if (path) return"],
  ),
  ...mutantsOf(
    `${folder}/website/read.ts`,
    [`${unit}/website.test.ts`, "links are followed within"],
    ["robots.txt is not obeyed", "if (!this.start.mayVisit(address)) return;", ""],
    ["noindex is not obeyed", 'if (!page.index || page.text === ""', 'if (page.text === ""'],
  ),
  ...mutantsOf(
    `${folder}/website/read.ts`,
    [`${unit}/website.test.ts`, "nothing below it is taken for gone"],
    ["pages below a failed one count as gone", 'run.whole &&= run.mode === "sitemap";', ""],
  ),
  ...mutantsOf(
    `${folder}/website/address.ts`,
    [`${unit}/website.test.ts`, "links are followed within"],
    ["a crawl leaves its host", "if (url.origin !== this.#start.origin) return undefined;", ""],
  ),
  ...mutantsOf(
    `${folder}/website/start.ts`,
    [`${unit}/website.test.ts`, "redirect within its house"],
    [
      "a site may redirect to any other",
      "if (!isSameHouse(url.hostname, next.hostname)) {",
      "if (!isSameHouse(url.hostname, url.hostname)) {",
    ],
  ),
  ...mutantsOf(
    `${folder}/notion/read.ts`,
    [`${unit}/notion.test.ts`, "asked for before it counts as gone"],
    [
      "what Notion's listing leaves out is gone",
      "if (!page || source?.belongs(page) === false) gone.push(key);",
      "gone.push(key);",
    ],
  ),
  ...mutantsOf(
    `${folder}/airtable/read.ts`,
    [`${unit}/airtable.test.ts`, "continues where it was broken off"],
    ["a continued read of Airtable lists no keys", "if (since !== null || state.offset !== null) {", "if (since) {"],
  ),
  ...mutantsOf(
    `${folder}/postgres/read.ts`,
    [postgres, "is followed exactly"],
    [
      "rows that vanished are not noticed",
      "if (now.since !== null || now.at !== null) yield* allKeys(session, plan);",
      "",
    ],
  ),
  ...mutantsOf(
    `${folder}/postgres/read.ts`,
    [postgres, "open during the first read"],
    [
      "rows of open transactions are missed",
      "select txid_snapshot_xmin(s)::text, txid_snapshot_xmax(s)::text from",
      "select txid_snapshot_xmax(s)::text, txid_snapshot_xmax(s)::text from",
    ],
  ),
  ...mutantsOf(
    `${folder}/postgres/connect.ts`,
    [postgres, "a certificate is checked"],
    ["a database's host is resolved a second time", "host: address,", "host: settings.host,"],
  ),
];
