import { type Mutant, mutantsOf } from "../mutant";

const schema = "lib/server/json-schema";
const hostile = "tests/unit/json-schema/hostile-arguments.test.ts";
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
    "lib/server/outbound/json-entries.ts",
    ["tests/unit/outbound/json-entries.test.ts"],
    ["lists of numbers count as one value", 'for (const sign of "{[,")', 'for (const sign of "{[:")'],
    ["a quote outside of JSON hides what follows", "else if (byte < space)", "else if (false)"],
  ),
  ...mutantsOf(
    "lib/server/tools/kinds/builtin/work-meter.ts",
    ["tests/unit/tools-kinds/calculator-cost.test.ts"],
    ["a formula takes any time", "if (left < 0) throw", "if (false) throw"],
  ),
];
