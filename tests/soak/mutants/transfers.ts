import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, replace } from "../mutation/operation";

const server = "lib/server";
const files = "tests/api/transfers.test.ts";
const refused = "tests/api/transfers-refused.test.ts";
const pins = "tests/api/transfers-pins.test.ts";
const crewai = "tests/unit/transfers/export/crewai.test.ts";
const sketch = "tests/unit/transfers/export/openai-agents.test.ts";
const steps = "tests/api/import-steps.test.ts";
const secretNames = "tests/api/tools-secret-names.test.ts";

/** Files of apps: what leaves with one, and what comes in with one. */
export const transferMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/api/import-export/checklist/queries.ts`,
    [steps],
    [
      "who can't open an app sees what its import left",
      "listSteps",
      replace("await 1", '{ id: "", teamId: "", type: "process", agentId: null }'),
      "77f7bf6e84",
    ],
  ),
  ...mutantsOf(
    `${server}/api/import-export/checklist/actions.ts`,
    [steps],
    ["who can't open an app ticks its steps", "tickStep", drop("statement 1"), "4149109793"],
    ["who can't open an app dismisses its steps", "dismissSteps", drop("statement 1"), "4149107517"],
    ["what the resources show is ticked by hand", "tickStep", always("comparison 1"), "2a916d9793"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/tests.ts`,
    ["tests/api/transfers-tests.test.ts"],
    ["who can't edit apps is offered tests", "findTestProblems", always("|| 1"), "227ce08abe"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/needs.ts`,
    ["tests/api/transfers-models.test.ts"],
    ["who can't add models is shown the connections", "planNeeds", always("call has 1"), "3d009931b0"],
  ),
  ...mutantsOf(
    "lib/server/resources/tools/merge-secrets.ts",
    [files],
    ["secrets of tools are exported", "withoutSecrets", always("ternary 1"), "53a4cb496c"],
    ["an import takes secrets to a new address", "keepSecrets", drop("if 2"), "616c5d3051"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/import.ts`,
    [refused],
    ["what was never looked at is imported", "check", drop("if 1"), "2b2fd70104"],
    ["what stands against an import is only said", "check", drop("if 2"), "5cb64f0104"],
    [
      "half of an import is written",
      "importApp",
      replace("call 3", "$3($other, async () => null)", "call 1 > argument 1"),
      "174e6b7eef",
    ],
  ),
  ...mutantsOf(
    `${server}/api/import-export/import.ts`,
    [secretNames, "an import waits"],
    ["an import holds agents before variables", "lockRows", drop("object 1 > property 2"), "b778e65b1f"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/problems.ts`,
    [refused],
    ["permission to add apps adds anything", "findMissingPermissions", always("call has 1"), "e15670a439"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/file/check-file.ts`,
    [refused],
    ["a file brings forms that no form takes", "findProblems", drop("array 1 > element 5"), "7d22ddf658"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/export.ts`,
    [pins],
    ["files are exported that cannot be imported", "exportApp", drop("statement 1"), "303b65e26c"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/export-to/crewai/tools.ts`,
    [crewai, "agents get"],
    ["an exported crew calls tools without approval", "toServer", drop("if 2"), "9599a53771"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/export-to/shared/literals.ts`,
    [sketch, "programs have"],
    ["a name ends a comment of an export", "toComment", replace("call split 1", "[$owner]"), "c49b67d071"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/export-to/shared/names.ts`,
    [crewai, "a hostile app"],
    ["a name leads an export's file elsewhere", "toFileStem", always("ternary 1"), "376ef34a5c"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/plan.ts`,
    [pins],
    ["what an agent used elsewhere is a difference", "withoutPins", replace("object 1", "$1_1"), "918bd7794a"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/needs.ts`,
    [refused],
    ["needs are met by ids of other teams", "planNeeds", drop("if 1"), "629cdc31b0"],
  ),
  ...mutantsOf(
    `${server}/api/import-export/existing-resources.ts`,
    [refused],
    ["private apps are exported and compared", "selectRows", drop("call and 1 > argument 2"), "d1cdf15965"],
  ),
  ...mutantsOf(
    "lib/server/platform/yaml/parse-yaml.ts",
    [refused],
    ["a file's tags are passed over", "parseYaml", replace("array 1", "$1_1"), "e85da6a330"],
    ["a file names prototypes", "walk", drop("|| 1 > operand 1"), "5c4a132c00"],
  ),
  ...mutantsOf(
    "lib/server/api/audit/audit-call.ts",
    [files],
    ["an import is not in the audit log", "createPartAudit", drop("array 1 > element 1"), "9051dae8e8"],
  ),
];
