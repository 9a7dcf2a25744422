import { type Mutant, mutantsOf } from "../mutant";
import { drop, never, replace } from "../mutation/operation";

const folder = "lib/server/api/import-export/foreign";
const suite = (name: string): string => `tests/unit/transfers/foreign/${name}.test.ts`;
const guards = suite("guards");

/** Files of other systems: what they may contain, what is kept of them, and in which order. */
export const foreignMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/shared/read-uploads.ts`,
    [suite("uploads")],
    ["imported files have any size", "readUploads", drop("if 2"), "8aba93045a"],
    ["any number of files is imported", "readUploads", drop("if 3"), "21b64a045a"],
    ["an import of nothing goes on", "readUploads", drop("if 4"), "66cd6e045a"],
    ["an imported zip inflates to any size", "unzip", drop("object 1 > property 2"), "cb5601b8a0"],
    ["an imported zip has any number of entries", "unzip", drop("object 1 > property 1"), "6ab965b8a0"],
    ["an imported zip is unpacked before its files are counted", "unzip", drop("if 1"), "21b64ab8a0"],
    ["an imported zip brings its hidden files", "unzip", replace("call filter 1", "$owner"), "e7f265b8a0"],
    ["imported bytes are taken for text", "decode", drop("object 1 > property 1"), "dab9b5a0be"],
  ),
  ...mutantsOf(
    `${folder}/shared/values.ts`,
    [guards, "too many"],
    ["imported JSON has any depth", "walkStrings", drop("if 1"), "b7e838ca9a"],
    ["imported JSON has any number of values", "walkStrings", drop("if 2"), "7abfacca9a"],
  ),
  ...mutantsOf(
    "lib/server/platform/yaml/parse-yaml.ts",
    [guards, "too many"],
    ["imported YAML has any depth", "walk", drop("if 2"), "19f2092c00"],
    ["imported YAML has any number of aliases", "walk", drop("if 3"), "f803ad2c00"],
    ["imported YAML has any number of keys", "walk", drop("if 12"), "99db532c00"],
    ["imported aliases stand for anything", "parseYaml", replace("ternary 4 > then", "-1"), "064ab1a330"],
  ),
  ...mutantsOf(
    `${folder}/recognize.ts`,
    [guards],
    ["files are imported with their secrets", "read", replace("call removeSecrets 1", "$1"), "d1cdf19774"],
    ["secrets of imported files aren't reported", "read", drop("array 2 > element 2"), "806c1e9774"],
    ["files have any number of secrets", "read", drop("if 3"), "2abc939774"],
    ["other parts of imported files aren't counted", "addParts", drop("object 3 > property 2"), "59481c8b9a"],
  ),
  ...mutantsOf(
    `${folder}/shared/secrets.ts`,
    [guards, "a secret"],
    ["fields of secrets are imported", "findSecrets", drop("if 1"), "e1c28fd5c2"],
    ["tokens with a known start are imported", "findSecrets", drop("if 2"), "28b485d5c2"],
    ["secrets in code are imported", "findSecrets", drop("if 3"), "1aa552d5c2"],
    ["secrets in headers are imported", "findSecrets", drop("if 4"), "9648a0d5c2"],
    ["secrets in lists are imported", "removeSecrets", drop("if 3"), "9d29358cf0"],
  ),
  ...mutantsOf(
    `${folder}/shared/function-code.ts`,
    [guards, "code of a foreign file"],
    ["imported code runs", "toDisabledCode", replace("template 1", "$2"), "1629662a79"],
    [
      "imported code runs after other ends of lines",
      "toDisabledCode",
      replace("call split 1 > argument 1", '"\\n"'),
      "9499db2a79",
    ],
    ["imported code has any length", "toDisabledCode", drop("if 1"), "ab96442a79"],
  ),
  ...mutantsOf(
    `${folder}/shared/draft.ts`,
    [guards, "code of a foreign file"],
    [
      "imported functions are switched on",
      "Draft.disabledFunction",
      replace("call toDisabledCode 1", "$2"),
      "c691da17a9",
    ],
  ),
  ...mutantsOf(
    `${folder}/shared/draft.ts`,
    [suite("hostile"), "has many settings"],
    ["imported files have any number of parts", "Draft.part", drop("if 1"), "a8d0e3815b"],
  ),
  ...mutantsOf(
    `${folder}/shared/draft.ts`,
    [guards],
    ["imported processes have any number of tasks", "Draft.finish", drop("if 1"), "85a7dc479d"],
    ["imported apps have any number of agents", "Draft.finish", drop("if 2 > test > operand 1"), "1503dd479d"],
    ["imported apps have any number of tools", "Draft.finish", drop("if 2 > test > operand 2"), "7fee2d479d"],
    ["parts of the source aren't reported", "Draft.part", drop("statement 1"), "ee1e8e815b"],
  ),
  ...mutantsOf(
    `${folder}/flowise/read.ts`,
    [guards, "too many nodes"],
    ["flows of Flowise have any number of nodes", "readFlowise", drop("if 1"), "573560de27"],
  ),
  ...mutantsOf(
    `${folder}/flow/flow.ts`,
    [guards, "too many"],
    ["imported flows have any number of nodes", "checkSize", drop("if 1"), "253c549c77"],
    ["imported flows have any number of connections", "checkSize", drop("if 2"), "b091369c77"],
  ),
  ...mutantsOf(
    `${folder}/flow/flow-writer.ts`,
    [suite("order")],
    ["imported tasks wait only for what is right before them", "FlowWriter.#findContext", drop("if 2"), "3472d18c33"],
  ),
  ...mutantsOf(
    `${folder}/flow/flow-writer.ts`,
    [suite("approvals")],
    ["an imported approval asks nothing", "FlowWriter.branch", replace("?? 1", "$1"), "c975ff74b7"],
  ),
  ...mutantsOf(
    `${folder}/flow/branch-writer.ts`,
    [suite("approvals")],
    ["an imported approval isn't asked for", "BranchWriter.add", never("ternary 2"), "886e1c2ea0"],
  ),
  ...mutantsOf(
    `${folder}/flow/flow.ts`,
    [suite("approvals")],
    ["a repetition after a rejection is a loop", "findBackEdges", drop("if 2"), "5cb18c080d"],
  ),
  ...mutantsOf(
    `${folder}/flow/build-flow.ts`,
    [suite("approvals")],
    ["a rejection that goes back isn't named", "withoutRepetitions", drop("statement 1"), "7a9bfa2350"],
    ["an approval without a known way out leads nowhere", "toDecided", never("ternary 1"), "1126558716"],
  ),
  ...mutantsOf(
    `${folder}/flow/build-flow.ts`,
    [suite("order")],
    ["each of the nodes with one id becomes a task", "explain", drop("if 1"), "5ace7efe8b"],
    ["nodes that repeat what a person rejected get lost", "explain", drop("if 2"), "db36e1fe8b"],
    ["imported loops become tasks", "explain", drop("if 3"), "84db5afe8b"],
    ["what nothing leads to isn't named", "explain", drop("if 4"), "55321ffe8b"],
    ["imported tasks don't wait for the iteration before them", "buildFlow", drop("array 8 > element 2"), "bc0ae6a11d"],
    ["imported nodes are dropped without a word", "buildFlow", drop("if 10"), "57b7fea11d"],
  ),
  ...mutantsOf(
    `${folder}/flow/place-steps.ts`,
    [suite("order")],
    ["imported tasks of a branch always run", "chooseSteps", drop("if 6"), "c4de84c35f"],
    ["an iteration is imported within another one", "chooseSteps", drop("if 3"), "332a32c35f"],
  ),
  ...mutantsOf(
    `${folder}/flow/places.ts`,
    [suite("order")],
    [
      "imported tasks run under a condition of one of several ways to them",
      "join",
      replace("return 2", "return $other;", "return 1 > value"),
      "358590a800",
    ],
    ["imported tasks of an iteration run once", "findPlaces", drop("&& 1 > operand 2"), "cad1e96e8e"],
    ["imported tasks of any two branches are joined", "join", drop("if 3"), "6393ada800"],
  ),
  ...mutantsOf(
    `${folder}/flow/flow.ts`,
    [suite("order")],
    ["imported tasks come before others that lead to them", "orderFlow", drop("if 1"), "79149141a9"],
  ),
  ...mutantsOf(
    `${folder}/flowise/chatflow.ts`,
    [suite("order")],
    ["nodes with one id get lost", "openCanvas", drop("statement 1"), "93ff73ecd1"],
  ),
];
