import { type Mutant, mutantsOf } from "../mutant";

const transfers = "lib/server/transfers";
const files = "tests/api/transfers.test.ts";
const refused = "tests/api/transfers-refused.test.ts";
const pins = "tests/api/transfers-pins.test.ts";
const secretNames = "tests/api/tools-secret-names.test.ts";

/** Files of apps: what leaves with one, and what comes in with one. */
export const transferMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/tools/definition.ts",
    [files],
    ["secrets of tools are exported", "return stays ? at : replaced(at, path, null);", "return at;"],
    ["an import takes secrets to a new address", "if (whyEnter(defined, stored, { mayRead, entered }))", "if (false)"],
  ),
  ...mutantsOf(
    `${transfers}/import.ts`,
    [refused],
    [
      "what was never looked at is imported",
      "if (prospect.preview.fingerprint !== fingerprint) throw",
      "if (false) throw",
    ],
    ["what stands against an import is only said", "if (problem) throw problem;", ""],
    [
      "half of an import is written",
      "return ctx.db.transaction(async (tx)",
      "return ((work: (tx: Tx) => Promise<{ _id: string; todo: ImportTodo[] }>) => work(ctx.db as unknown as Tx))(async (tx)",
    ],
  ),
  ...mutantsOf(
    `${transfers}/import.ts`,
    [secretNames, "an import waits"],
    ["an import holds agents before variables", "    names: namesInTools(prepared.values()),\n", ""],
  ),
  ...mutantsOf(
    `${transfers}/problems.ts`,
    [refused],
    ["whoever adds apps adds anything", "if (permissions.has(permission)) return [];", "return [];"],
  ),
  ...mutantsOf(
    `${transfers}/check-file.ts`,
    [refused],
    ["a file brings forms that no form takes", "    ...forms(file),\n", ""],
  ),
  ...mutantsOf(
    `${transfers}/export.ts`,
    [pins],
    ["files are written that nobody can import", "  refuseUnreadable(content);\n", ""],
  ),
  ...mutantsOf(
    `${transfers}/plan.ts`,
    [pins],
    ["what an agent used elsewhere is a difference", "{ ...part, pinned: [] }", "part"],
  ),
  ...mutantsOf(
    `${transfers}/needs.ts`,
    [refused],
    ["needs are met by ids of other teams", "if (sent !== undefined && !isOwn)", "if (false)"],
  ),
  ...mutantsOf(
    `${transfers}/stock.ts`,
    [refused],
    ["private apps are exported and compared", 'kind === "app" ? visible(viewer, apps) : undefined, which', "which"],
  ),
  ...mutantsOf(
    "lib/server/parse-yaml.ts",
    [refused],
    ["a file's tags are passed over", "[...document.errors, ...document.warnings]", "document.errors"],
    ["a file names prototypes", 'String(name) === "__proto__" || ', ""],
  ),
  ...mutantsOf(
    "lib/server/audit/service.ts",
    [files],
    ["an import is not in the audit log", "if (change && after) await write(", "if (false && after) await write("],
  ),
];
