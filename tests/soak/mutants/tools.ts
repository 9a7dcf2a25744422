import { type Mutant, mutantsOf } from "../mutant";

const tools = "lib/server/tools";
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
    `${tools}/revisions.ts`,
    [revisions, "of another tool"],
    [
      "revisions are everybody's",
      "and(eq(tools.teamId, teamId), eq(toolRevisions.id, id)",
      "and(eq(toolRevisions.id, id)",
    ],
    ["revisions are any tool's", "toolId ? eq(tools.id, toolId) : undefined", "undefined"],
  ),
  ...mutantsOf(
    `${tools}/service.ts`,
    [revisions, "of another tool"],
    ["agents are pinned to revisions of other tools", "row.id === id && row.toolId === toolId", "row.id === id"],
  ),
  ...mutantsOf(
    `${tools}/handlers.ts`,
    ["tests/api/datasources.test.ts", "the search tool"],
    [
      "the last search tool goes unnoticed",
      "const searched = await onlySearchOf(tx, teamId, row.id);",
      "const searched = null;",
    ],
  ),
  ...mutantsOf(
    `${tools}/handlers.ts`,
    [revisions, "revisions"],
    ["the applied revision is deleted", "if (row.revisionId === params.revisionId)\n", "if (false)\n"],
    [
      "pinned revisions are deleted",
      "checkUnused(await agentsPinnedTo(tx, teamId, row.id, params.revisionId), false);",
      "",
    ],
  ),
  ...mutantsOf(
    `${tools}/handlers.ts`,
    [kinds, "plans"],
    ["function tools are added at will", 'if (type === "function") await requireFunctionTool(tx, team.orgId);', ""],
    [
      "function tools are duplicated at will",
      'if (stored.type === "function") await requireFunctionTool(tx, team.orgId);',
      "",
    ],
  ),
  ...mutantsOf(
    `${tools}/definition.ts`,
    [revisions, "environment"],
    ["secrets of tools lie in clear", 'sealSecret("tool", { teamId, rowId: revisionId }, secret)', "secret"],
    ["secrets of tools are shown", "mapSecrets(defined, maskSecret)", "defined"],
    [
      "secrets go to new hosts",
      "const why = whyEnter(defined, stored, { mayRead, entered });",
      "const why = undefined;",
    ],
  ),
  ...mutantsOf(
    `${tools}/definition.ts`,
    [secrets],
    ["anybody's code reads stored secrets", "if (!entered && sameJson(", "if (true || sameJson("],
    ["a secret is guessed beside another one's mask", "if (!entered && sameJson(", "if (sameJson("],
  ),
  ...mutantsOf(
    `${tools}/types/function.ts`,
    [secrets, "stored secrets"],
    [
      "secrets stay in another code",
      "readers: ({ timeoutMs: _time, ...read }) => read,",
      "readers: ({ environmentVariables, allowedHosts }) => [environmentVariables, allowedHosts],",
    ],
    [
      "secrets stay beside other values",
      "readers: ({ timeoutMs: _time, ...read }) => read,",
      "readers: ({ language, code }) => [language, code],",
    ],
  ),
  ...mutantsOf(
    `${tools}/types/mcp.ts`,
    [secrets, "stored secrets"],
    ["headers stay beside other headers", "readers: ({ url, headers }) => [url, headers],", "readers: () => null,"],
  ),
  ...mutantsOf(
    `${tools}/look.ts`,
    [secrets, "looked up"],
    ["stored headers go to a server with any others", "mayReadSecrets(permissions)", "true"],
  ),
  ...mutantsOf(
    `${tools}/types/http.ts`,
    [secrets, "stored secrets"],
    [
      "a credential stands anywhere in a request",
      "readers: ({ timeoutMs: _time, ...read }) => read,",
      "readers: ({ timeoutMs: _time, auth: _auth, ...read }) => read,",
    ],
    [
      "a request leads secrets elsewhere",
      "readers: ({ timeoutMs: _time, ...read }) => read,",
      "readers: ({ auth }) => auth,",
    ],
  ),
  ...mutantsOf(
    `${tools}/secret-variables.ts`,
    [secrets, "a secret variable"],
    ["anybody's code reads secret variables", "return sent.mayRead ? names : [];", "return names;"],
    ["variables are named before they are there", "!isKnown.has(name) && usualName.test(name)", "false"],
  ),
  ...mutantsOf(
    `${tools}/secret-variables.ts`,
    [secrets, "in braces"],
    ["text in kept secrets is said", "const unknown = isKept ? undefined : own.find", "const unknown = own.find"],
  ),
  ...mutantsOf(
    `${tools}/secret-variables.ts`,
    [secretNames],
    ["a name stands for what has become secret", "secret && !confirmed.includes(name)", "false"],
    ["a mask confirms the name behind it", "names.filter((name) => before.has(name));", "names;"],
    [
      "anybody applies a revision whose names are not confirmed",
      "if (!mayReadSecrets(permissions)) throw new AppError",
      "if (false) throw new AppError",
    ],
    [
      "a name is saved while its variable becomes secret",
      "await requireVariables(tx, teamId, defined);",
      "void requireVariables;",
    ],
  ),
  ...mutantsOf(
    `${tools}/handlers.ts`,
    [secretNames, "becomes secret"],
    [
      "a new tool's names are not held",
      "await holdRequired(tx, teamId, prepared.defined);\n      await checkIcon",
      "await checkIcon",
    ],
  ),
  ...mutantsOf(
    `${tools}/save.ts`,
    [secretNames, "stands for nothing"],
    [
      "who may edit variables confirms nothing by a save",
      "await tx.update(toolRevisions).set({ confirmedNames }).where(eq(toolRevisions.id, known.id));",
      "",
    ],
  ),
  ...mutantsOf(
    `${tools}/save.ts`,
    [secrets, "guesses"],
    [
      "a guessed secret is said to be the stored one",
      "const isGuess = defined.sent?.entered === true && !defined.sent.mayRead;",
      "const isGuess = false;",
    ],
  ),
  ...mutantsOf(
    `${tools}/revisions.ts`,
    [secretNames, "stored in clear"],
    [
      "text in secrets is stored as confirmed names",
      "await knownNames(tx, teamId, defined.confirmed);",
      "[...defined.confirmed];",
    ],
    [
      "text in secrets is stored as names of variables",
      "await knownNames(tx, teamId, namesInSecrets(defined)),",
      "namesInSecrets(defined),",
    ],
  ),
  ...mutantsOf(
    `${tools}/transfer.ts`,
    [secrets, "an import"],
    ["an import reads stored secrets", "stored, mayReadSecrets(permissions), variables);", "stored, true, variables);"],
    ["an import names any variable", "await requireVariables(db, teamId, defined);", ""],
  ),
  ...mutantsOf(
    `${tools}/call.ts`,
    [revisions, "environment"],
    ["tools say their secrets", "const all = [...secretsOf(filled), ...secrets];", "const all: string[] = [];"],
  ),
  ...mutantsOf(
    `${tools}/types/http.ts`,
    [kinds, "masked token"],
    ["a document leads secrets elsewhere", "update(definition.document)", 'update("")'],
    ["a server leads secrets elsewhere", "return [definition.server];", "return [];"],
  ),
  ...mutantsOf(
    `${tools}/try.ts`,
    [revisions, "compared"],
    ["tools are called for a comparison unasked", "if (!confirm && ", "if (false && "],
  ),
  ...mutantsOf(
    `${tools}/recorded.ts`,
    [runs, "private"],
    ["inputs of private sessions are everybody's", "visible(viewer),", ""],
  ),
  ...mutantsOf(
    `${tools}/agent-tools.ts`,
    [runs, "pinned"],
    ["pins are not heeded", "own.find(({ revision }) => revision.id === pins[id]) ?? ", ""],
  ),
  ...mutantsOf(
    `${tools}/save.ts`,
    [pending],
    ["a check ends with its request", '.finally(() => signal.removeEventListener("abort", leave))', ""],
    ["a check that nobody waits for ends the process", "later.catch(() => undefined);", ""],
  ),
  ...mutantsOf(
    `${tools}/settle.ts`,
    [pending],
    ["what was being checked stays so", 'eq(toolRevisions.state, "pending")', 'eq(toolRevisions.state, "error")'],
    ["an older revision's check speaks for the tool", ", eq(tools.revisionId, revisionId)", ""],
  ),
  ...mutantsOf(
    `${tools}/service.ts`,
    [pins],
    ["a copy is pinned to what is gone", "!gone.has(`toolRevisions.${toolId}`)", "true"],
    ["a revision is deleted while it is pinned", '.for("key share", { of: toolRevisions })', ""],
  ),
];
