import { type Mutant, mutantsOf } from "../mutant";

const schema = "lib/server/json-schema";
const hostile = "tests/unit/json-schema/hostile-arguments.test.ts";
const hostileAnswers = "tests/unit/tools-kinds/hostile-answers.test.ts";
const embeddings = "tests/unit/providers/hostile-embeddings.test.ts";
const longConversations = "tests/api/long-conversations.test.ts";
const sameAsAjv = "tests/unit/json-schema/same-as-ajv.test.ts";

/** How much work foreign data can cause. */
export const workBoundMutants: Mutant[] = [
  ...mutantsOf(
    `${schema}/work.ts`,
    [hostile],
    ["a check against a schema takes any number of steps", "if (this.#left < 0) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    `${schema}/find-misfits.ts`,
    [hostile],
    [
      "long checks are done in the server's own process",
      "const maxStepsHere = 400_000;",
      "const maxStepsHere = 10_000_000;",
    ],
  ),
  ...mutantsOf(
    `${schema}/visit.ts`,
    [hostile, "refers to itself"],
    ["a check goes to any depth", "if (depth > maxDepth) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    `${schema}/schema-problem.ts`,
    [hostile, "saved"],
    ["a saved schema has any weight", "if (walk.left < 0) throw", "if (false) throw"],
    ["a saved schema has any depth", "if (place.depth > maxDepth) throw", "if (false) throw"],
    ["a saved schema may refer to itself", "if (place.references.includes(reference))", "if (false)"],
  ),
  ...mutantsOf(
    `${schema}/object-keywords.ts`,
    [sameAsAjv],
    [
      "additional properties are not checked",
      "if (operand === true || patternProperties",
      "if (operand !== null || patternProperties",
    ],
  ),
  ...mutantsOf(
    "lib/server/outbound/json-counter.ts",
    ["tests/unit/outbound/json-counter.test.ts"],
    ["lists of numbers count as one value", 'const entrySigns = setOf("{[,");', 'const entrySigns = setOf("{[:");'],
    [
      "a quote outside of JSON hides what follows",
      "if (byte === lineFeed || byte === carriageReturn) inString = escaped = false;",
      "",
    ],
  ),
  ...mutantsOf(
    "lib/server/runs/read-page.ts",
    [longConversations],
    ["a page of messages has any length", "lt(measured.charsBefore, most)", "undefined"],
  ),
  ...mutantsOf(
    "lib/server/runs/read-history.ts",
    [longConversations],
    ["a model's prompt has any length", "Math.min(chars, maxPromptChars)", "chars"],
    ["the user's last message is lost from a prompt", "last ? [last, ...newest] : newest", "newest"],
  ),
  ...mutantsOf(
    "lib/server/connectors/postgres/catalog.ts",
    ["tests/api/connector-postgres.test.ts", "listed together"],
    [
      "a database has any number of columns",
      "if (found.reduce((sum, row) => sum + charsOf(row), 0) > MAX_CATALOG_CHARS)",
      "if (false)",
    ],
  ),
  ...mutantsOf(
    "lib/server/connectors/airbyte/engine.ts",
    ["tests/unit/connectors/hostile-airbyte.test.ts", "at most 100 secrets"],
    ["a source has any number of secrets", "secretPaths(specification).length <= maxSecrets", "true"],
  ),
  ...mutantsOf(
    "lib/server/connectors/website/start.ts",
    ["tests/unit/connectors/website-large.test.ts", "too long is refused"],
    [
      "a site redirects to an address of any length",
      "to.length > MAX_REFERENCE || next.href.length > MAX_LENGTH",
      "false",
    ],
  ),
  ...mutantsOf(
    "lib/server/db/list.ts",
    ["tests/api/audit-size.test.ts", "2 MB each"],
    ["a page of the audit log has any length", "return chars > pageChars;", "return false;"],
  ),
  ...mutantsOf(
    "lib/contract/sessions.ts",
    ["tests/contract/bounded-inputs.test.ts"],
    ["a request may hold a list of any length", '.max(10, "Attach at most 10 files.")', ""],
  ),
  ...mutantsOf(
    "lib/server/tools/kinds/builtin/work-meter.ts",
    ["tests/unit/tools-kinds/calculator-cost.test.ts"],
    ["a formula takes any time", "if (left < 0) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    "lib/server/outbound/limited-body.ts",
    [embeddings],
    ["answers have any number of values", "if (counted.entries > maxJsonEntries)", "if (false)"],
    ["answers have any number of objects", "return counted.parts > maxJsonParts ?", "return false ?"],
  ),
  ...mutantsOf(
    "lib/server/tools/kinds/builtin/ask-service.ts",
    [hostileAnswers, "Wikipedia"],
    ["Wikipedia answers with any number of values", "? { maxJsonEntries } : {}", "? {} : {}"],
  ),
  ...mutantsOf(
    "lib/server/tools/kinds/http/read-answer.ts",
    [hostileAnswers, "may answer with lists"],
    ["JSON has any depth", "return isDeeper(value, maxDepth) ? undefined : value;", "return value;"],
  ),
  ...mutantsOf(
    "lib/server/knowledge/pipeline/read-document.ts",
    ["tests/unit/connectors/large-records.test.ts"],
    ["long records are cut in the server's own process", "if (record.length > longFrom)", "if (false)"],
  ),
  ...mutantsOf(
    "lib/server/tools/kinds/builtin/rational.ts",
    ["tests/unit/tools-kinds/calculator-cost.test.ts"],
    ["fractions in a formula cost nothing", "    spend(5 * words);\n", ""],
  ),
  ...mutantsOf(
    "lib/utils/markdown-weight.ts",
    ["tests/unit/design/markdown.test.tsx", "a run of spaces"],
    [
      "spaces hang the tab of whoever reads them",
      'ruleSigns.test(line.replace(/^[\\s>]+/, "").trimEnd())',
      "/^[\\s>]*(?:=+|[-*_ \\t]+)\\s*$/.test(line)",
    ],
  ),
  ...mutantsOf(
    "lib/utils/sentences.ts",
    ["tests/unit/sentences.test.ts", "100,000 characters"],
    ["brackets of an answer block the server", "[^[\\]]*)\\]\\([^)[]*\\)/g", "[^\\]]*)\\]\\([^)]*\\)/g"],
    [
      "dashes of an answer block the server",
      'line.includes("--") && /^[\\s:|-]+$/.test(line)',
      "/^[ \\t]*\\|?[\\s:|-]*--[\\s:|-]*$/.test(line)",
    ],
  ),
  ...mutantsOf(
    "tests/support/regular-expressions.ts",
    ["tests/unit/regular-expressions.test.ts", "are found|is exponential"],
    ["regular expressions of components are not checked", 'if ("regex" in node)', "if (false)"],
  ),
];
