import { type Mutant, mutantsOf } from "../mutant";

const schema = "lib/server/json-schema";
const hostile = "tests/unit/json-schema/hostile-arguments.test.ts";
const hostileAnswers = "tests/unit/tools-kinds/hostile-answers.test.ts";
const embeddings = "tests/unit/providers/hostile-embeddings.test.ts";
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
];
