import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, replace, reword } from "../mutation/operation";

const server = "lib/server";
const unit = "tests/unit/connectors";
const postgres = "tests/api/connector-postgres.test.ts";

/** What keeps connectors polite, their secrets secret and their documents true. */
export const connectorMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/connectors/website/add-sitemaps.ts`,
    [`${unit}/website-large.test.ts`, "sitemaps|indexes"],
    ["sitemaps name any number of others", "addSitemaps", drop("comparison 2"), "fcaf7262a3"],
    ["indexes of sitemaps are followed to any depth", "addSitemaps", drop("comparison 3"), "2ab9cf62a3"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/website/robots.ts`,
    [`${unit}/website-large.test.ts`, "robots.txt"],
    ["rules of a robots.txt are written once for each agent", "filterLines", always("ternary 1"), "410ce0165e"],
    ["a comment ends the agents of a group", "filterLines", replace("call split 2", "[$owner]"), "3f1fc8165e"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/shared/rate-limited-fetch.ts`,
    [`${unit}/helpers.test.ts`, "waits as long as it is asked to"],
    ["Retry-After is not obeyed", "createRateLimitedFetch", replace("?? 1", "0"), "c1734f24c7"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/shared/define-connector.ts`,
    [`${unit}/define-connector.test.ts`, "without secrets"],
    [
      "errors of connectors keep their secrets",
      "defineConnector",
      replace("return 4 > value > argument 2", "[]"),
      "0c3eb70b22",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/shared/settings.ts`,
    [`${unit}/define-connector.test.ts`, "would go elsewhere"],
    [
      "stored secrets of connectors go to a new address",
      "mergeSettings",
      replace("not 2", "$other", "call join 1 > owner"),
      "7f7d10bf2e",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/website/crawl.ts`,
    [`${unit}/website.test.ts`, "links are followed within"],
    ["robots.txt is not obeyed", "Crawl.visit", drop("if 1"), "429d735bb3"],
    ["noindex is not obeyed", "Crawl.#page", drop("not 1"), "67cf175e61"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/website/read.ts`,
    [`${unit}/website.test.ts`, "nothing below it is taken for gone"],
    ["pages below a failed one count as gone", "readWebsite", drop("statement 5"), "d80927b696"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/website/address.ts`,
    [`${unit}/website.test.ts`, "links are followed within"],
    ["a crawl leaves its host", "Site.resolve", drop("if 4"), "bcf90ea6ed"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/website/start.ts`,
    [`${unit}/website.test.ts`, "redirect within its house"],
    ["a site may redirect to any other", "followRedirects", replace("not 3 > value", "$callee($1, $1)"), "c691dafaff"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/notion/read.ts`,
    [`${unit}/notion.test.ts`, "asked for before it counts as gone"],
    ["what Notion's listing leaves out is gone", "findDeletedPages", always("not 1"), "ad6adf9055"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/airtable/read.ts`,
    [`${unit}/airtable.test.ts`, "continues where it was broken off"],
    ["a continued read of Airtable lists no keys", "readAirtable", replace("|| 1", "$1_1"), "e0cb6634ae"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/postgres/read.ts`,
    [postgres, "is followed exactly"],
    ["rows that vanished are not noticed", "readPostgres", drop("if 1"), "71218a25bf"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/postgres/read.ts`,
    [postgres, "open during the first read"],
    [
      "rows of open transactions are missed",
      "begin",
      reword("literal 1", "txid_snapshot_xmin", "txid_snapshot_xmax"),
      "d053814e80",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/postgres/connect.ts`,
    [postgres, "a certificate is checked"],
    [
      "a database's host is resolved a second time",
      "withSession",
      replace("object 1 > property 1 > value", "$other.host", "variable 3 > value"),
      "767de7e404",
    ],
  ),
];
