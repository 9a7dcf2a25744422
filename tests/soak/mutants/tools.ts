import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const _tools = "lib/server/tools";
const revisions = "tests/api/tools.test.ts";
const runs = "tests/api/tools-runs.test.ts";
const pending = "tests/api/tools-pending.test.ts";
const pins = "tests/api/tools-pins.test.ts";
const secrets = "tests/api/tools-secrets.test.ts";
const secretNames = "tests/api/tools-secret-names.test.ts";
const kinds = "tests/api/tools-kinds.test.ts";

/** What keeps tools to their team, their secrets to themselves, and their revisions in place. */
export const toolMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/resources/tools/revisions.ts`,
    [revisions, "of another tool"],
    ["revisions are everybody's", "getRevision", drop("call eq 1"), "a498d37bbd"],
    ["revisions are any tool's", "getRevision", drop("ternary 1"), "98caf47bbd"],
  ),
  ...mutantsOf(
    "lib/server/resources/references/tools.ts",
    [revisions, "of another tool"],
    ["agents are pinned to revisions of other tools", "findPinIssues", drop("comparison 3"), "274503208f"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/delete-tool.ts`,
    ["tests/api/datasources.test.ts", "the search tool"],
    ["the last search tool goes unnoticed", "deleteTool", replace("await 2", "null"), "06d1bc6edc"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/delete-revision.ts`,
    [revisions, "revisions"],
    ["the applied revision is deleted", "deleteRevision", drop("if 1"), "33fc54e75b"],
    ["pinned revisions are deleted", "deleteRevision", drop("statement 2"), "548223e75b"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/actions.ts`,
    [kinds, "plans"],
    ["function tools are added at will", "createTool", drop("if 2"), "86936ecbed"],
    ["function tools are duplicated at will", "duplicateTool", drop("if 1"), "73c163c52b"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/definition.ts`,
    [revisions, "environment"],
    ["secrets of tools lie in clear", "sealDefinition", replace("call 2", "$3"), "5372efb1ba"],
    ["secrets of tools are shown", "maskDefinition", replace("value > body", "$1"), "d1cdf1827a"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/merge-secrets.ts`,
    [revisions, "environment"],
    ["secrets go to new hosts", "mergeSecrets", replace("variable 6 > value", "undefined"), "008676943f"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/merge-secrets.ts`,
    [secrets],
    ["anybody's code reads stored secrets", "findEntryReason", always("&& 1"), "bc25699851"],
    ["a secret is guessed beside another one's mask", "findEntryReason", drop("not 3"), "0da2f59851"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/types/function.ts`,
    [secrets, "stored secrets"],
    [
      "secrets stay in another code",
      "functionKind.readers",
      replace("value", "({ environmentVariables, allowedHosts }) => [environmentVariables, allowedHosts]"),
      "7edf5f30b7",
    ],
    [
      "secrets stay beside other values",
      "functionKind.readers",
      replace("value", "({ language, code }) => [language, code]"),
      "7edf5f30b7",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/tools/types/mcp.ts`,
    [secrets, "stored secrets"],
    ["headers stay beside other headers", "mcp.readers", replace("value", "() => null"), "c085ae67f2"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/discover.ts`,
    [secrets, "looked up"],
    ["stored headers go to a server with any others", "openHeaders", always("call 3"), "3714b9b265"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/types/http.ts`,
    [secrets, "stored secrets"],
    [
      "a credential stands anywhere in a request",
      "http.readers",
      replace("value", "({ timeoutMs: _time, auth: _auth, ...read }) => read"),
      "7edf5f30b7",
    ],
    ["a request leads secrets elsewhere", "http.readers", replace("value", "({ auth }) => auth"), "7edf5f30b7"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/secret-variables.ts`,
    [secrets, "a secret variable"],
    ["anybody's code reads secret variables", "addConfirmedNames", always("ternary 1"), "47acfb3793"],
    ["variables are named before they are there", "requireVariables", never("&& 1"), "9a0a4cc3f0"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/secret-variables.ts`,
    [secrets, "in braces"],
    ["text in kept secrets is said", "requireVariables", never("ternary 1"), "10ea29c3f0"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/secret-variables.ts`,
    [secretNames],
    ["a name stands for what has become secret", "findUnconfirmed", never("&& 1"), "5f49b832ac"],
    ["a mask confirms the name behind it", "addConfirmedNames", replace("call filter 1", "$owner"), "016a803793"],
    ["anybody applies a revision whose names are not confirmed", "findAppliedStatus", drop("if 2"), "893ea45846"],
    ["a name is saved while its variable becomes secret", "lockRequiredVariables", drop("statement 2"), "5461b7f763"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/actions.ts`,
    [secretNames, "becomes secret"],
    ["a new tool's names are not held", "createTool", drop("statement 3"), "2c0200cbed"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/save.ts`,
    [secretNames, "stands for nothing"],
    ["who may edit variables confirms nothing by a save", "saveRevision", drop("statement 2"), "8a7c18f5b1"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/save.ts`,
    [secrets, "guesses"],
    ["a guessed secret is said to be the stored one", "saveRevision", never("comparison 1"), "b441e8f5b1"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/revisions.ts`,
    [secretNames, "stored in clear"],
    ["text in secrets is stored as confirmed names", "insertRevision", replace("await 1", "[...$1_3]"), "06d1bc2c87"],
    ["text in secrets is stored as names of variables", "toAppliedColumns", replace("await 1", "$1_3"), "1cdee4aa63"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/part.ts`,
    [secrets, "an import"],
    ["an import reads stored secrets", "prepareTool", always("variable 4 > value > argument 3"), "ecb8b85382"],
    ["an import names any variable", "prepareTool", drop("statement 1"), "4149105382"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/call.ts`,
    [revisions, "environment"],
    ["tools say their secrets", "callTool", replace("array 1", "[]"), "4fef60d2b8"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/types/http.ts`,
    ["tests/unit/tools-kinds/http-addresses.test.ts"],
    ["a document leads secrets elsewhere", "listAddresses", replace("call update 1 > argument 1", '""'), "47acfbadc3"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/types/http.ts`,
    [kinds, "masked token"],
    ["a server leads secrets elsewhere", "listAddresses", drop("array 2 > element 1"), "0c1310adc3"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/try.ts`,
    [revisions, "compared"],
    ["tools are called for a comparison unasked", "compareRevision", drop("if 1"), "605b323652"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/recorded.ts`,
    [runs, "private"],
    ["inputs of private sessions are everybody's", "listRecordedInputs", drop("call and 1 > argument 3"), "8c294aae8a"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/agent-tools.ts`,
    [runs, "pinned"],
    ["pins are not heeded", "listUsedTools", drop("call find 1"), "8a009fdb26"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/save.ts`,
    [pending],
    ["a check ends with its request", "prepare", replace("call finally 1", "$owner"), "eeafa9deed"],
    ["a check that nobody waits for ends the process", "prepare", drop("statement 2"), "c7f77ddeed"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/check-in-background.ts`,
    [pending],
    ["what was being checked stays so", "checkPending", reword("literal 1", "pending", "error"), "02aad91a18"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/actions.ts`,
    [pending],
    ["an older revision's check speaks for the tool", "storeCheck", drop("call eq 3"), "d06612bd35"],
  ),
  ...mutantsOf(
    "lib/server/resources/references/tools.ts",
    [pins],
    ["a copy is pinned to what is gone", "keepExistingPins", never("call has 1"), "4efe5e261a"],
    ["a revision is deleted while it is pinned", "findPinIssues", replace("call for 1", "$owner"), "629b70208f"],
  ),
];
