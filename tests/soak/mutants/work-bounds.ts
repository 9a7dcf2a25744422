import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const hostile = "tests/unit/json-schema/hostile-arguments.test.ts";
const hostileAnswers = "tests/unit/tools-kinds/hostile-answers.test.ts";
const embeddings = "tests/unit/providers/hostile-embeddings.test.ts";
const longConversations = "tests/api/long-conversations.test.ts";
const sameAsAjv = "tests/unit/json-schema/same-as-ajv.test.ts";

/** How much work foreign data can cause. */
export const workBoundMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/platform/json-schema/work.ts`,
    [hostile],
    ["a check against a schema takes any number of steps", "Work.spend", drop("if 1"), "79f755483d"],
  ),
  ...mutantsOf(
    `${server}/platform/json-schema/find-misfits.ts`,
    [hostile],
    ["long checks are done in the server's own process", "maxStepsHere", replace("value", "10_000_000"), "fe57297d13"],
  ),
  ...mutantsOf(
    `${server}/platform/json-schema/visit.ts`,
    [hostile, "refers to itself"],
    ["a check goes to any depth", "Visit.check", drop("if 2"), "d5c1b83815"],
  ),
  ...mutantsOf(
    `${server}/platform/json-schema/schema-problem.ts`,
    [hostile, "saved"],
    ["a saved schema has any weight", "walkSchema", drop("if 3"), "9e0e997286"],
    ["a saved schema has any depth", "walkSchema", drop("if 4"), "d21f737286"],
    ["a saved schema may refer to itself", "checkReference", never("call includes 1"), "7c063a8123"],
  ),
  ...mutantsOf(
    `${server}/platform/json-schema/object-keywords.ts`,
    [sameAsAjv],
    [
      "additional properties are not checked",
      "objectKeywords.additionalProperties",
      replace("comparison 1", "$1 !== null"),
      "4a38f817e4",
    ],
  ),
  ...mutantsOf(
    "lib/server/platform/outbound/json-counter.ts",
    ["tests/unit/outbound/json-counter.test.ts"],
    ["lists of numbers count as one value", "entrySigns", reword("value > argument 1", ",", ":"), "fcf9a66826"],
    ["a quote outside of JSON hides what follows", "createJsonCounter", drop("if 1"), "5755ee5cc9"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/log/read-page.ts",
    [longConversations],
    ["a page of messages has any length", "selectPage", reword("template 7", "chars < {1}", "true"), "31bb875408"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/context/read-history.ts",
    [longConversations],
    ["a model's prompt has any length", "readNewest", replace("call min 1", "$1"), "267fd05d85"],
    ["the user's last message is lost from a prompt", "readHistory", never("ternary 1"), "b02b9c6f55"],
  ),
  ...mutantsOf(
    "lib/server/engine/connectors/postgres/catalog.ts",
    ["tests/api/connector-postgres.test.ts", "listed together"],
    ["a database has any number of columns", "listTables", drop("if 1"), "939db734ed"],
  ),
  ...mutantsOf(
    "lib/server/engine/connectors/airbyte/engine.ts",
    ["tests/unit/connectors/hostile-airbyte.test.ts", "at most 100 secrets"],
    ["a source has any number of secrets", "getSpecification", always("comparison 1"), "13faf6e0cd"],
  ),
  ...mutantsOf(
    "lib/server/engine/connectors/website/start.ts",
    ["tests/unit/connectors/website-large.test.ts", "too long is refused"],
    ["a site redirects to an address of any length", "followRedirects", never("|| 1"), "6f076afaff"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/query/list.ts",
    ["tests/api/audit-size.test.ts", "2 MB each"],
    [
      "a page of the audit log has any length",
      "selectPage",
      reword("template 4", "chars <= {2} or n = 1", "true"),
      "2ad8c1006b",
    ],
  ),
  ...mutantsOf(
    "lib/contract/sessions/schemas.ts",
    ["tests/contract/bounded-inputs.test.ts"],
    ["a request may hold a list of any length", "shapes", replace("call max 4", "$owner"), "2ef61885f6"],
  ),
  ...mutantsOf(
    "lib/server/resources/tools/kinds/builtin/work-meter.ts",
    ["tests/unit/tools-kinds/calculator-cost.test.ts"],
    ["a formula takes any time", "spend", drop("if 1"), "a7a7ceb4d9"],
  ),
  ...mutantsOf(
    "lib/server/platform/outbound/limited-body.ts",
    [embeddings],
    ["answers have any number of values", "limitBody", drop("if 3"), "6e906e960e"],
    ["answers have any number of objects", "limitBody", never("ternary 2"), "2395bf960e"],
  ),
  ...mutantsOf(
    "lib/server/resources/tools/kinds/builtin/request-service.ts",
    [hostileAnswers, "Wikipedia"],
    ["Wikipedia answers with any number of values", "requestService", drop("object 1 > property 1"), "3bacde49ff"],
  ),
  ...mutantsOf(
    "lib/server/resources/tools/kinds/http/read-response.ts",
    [hostileAnswers, "may answer with lists"],
    ["JSON has any depth", "parseBody", never("ternary 1"), "d1cdf19e10"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/stages/read-document.ts",
    ["tests/unit/connectors/large-records.test.ts"],
    ["long records are cut in the server's own process", "chunkContent", drop("if 2"), "a802248306"],
  ),
  ...mutantsOf(
    "lib/server/resources/tools/kinds/builtin/rational.ts",
    ["tests/unit/tools-kinds/calculator-cost.test.ts"],
    ["fractions in a formula cost nothing", "divisor", drop("statement 1"), "2bf46a526f"],
  ),
  ...mutantsOf(
    "lib/utils/markdown/markdown-weight.ts",
    ["tests/unit/design/markdown.test.tsx", "a run of spaces"],
    [
      "spaces hang the tab of whoever reads them",
      "isOnlyRule",
      replace("call test 1", "/^[\\s>]*(?:=+|[-*_ \\t]+)\\s*$/.test($1_owner_owner)"),
      "e1bb9e6109",
    ],
  ),
  ...mutantsOf(
    "lib/utils/markdown/sentences.ts",
    ["tests/unit/sentences.test.ts", "100,000 characters"],
    [
      "brackets of an answer block the server",
      "stripMarkdown",
      replace("call replace 2 > argument 1", "/!?\\[([^\\]]*)\\]\\([^)]*\\)/g"),
      "e19f5b1c08",
    ],
    [
      "dashes of an answer block the server",
      "isTableRule",
      replace("&& 1", "/^[ \\t]*\\|?[\\s:|-]*--[\\s:|-]*$/.test($2_1)"),
      "ec189f87ab",
    ],
  ),
  ...mutantsOf(
    "tests/support/regular-expressions.ts",
    ["tests/unit/regular-expressions.test.ts", "are found|is exponential"],
    ["regular expressions of components are not checked", "expressionsIn", drop("if 3"), "4a7a331824"],
  ),
];
