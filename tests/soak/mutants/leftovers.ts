import { type Mutant, mutantsOf } from "../mutant";

/** What is removed after a kill, and what stays. */
export const leftoverMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/storage/process-mark.ts",
    ["tests/unit/storage/remove-leftovers.test.ts"],
    [
      "a process that runs counts as ended",
      'return stat.startTime === startTime && stat.state !== "Z"',
      'return false && stat.state !== "Z"',
    ],
    ["another process of the same number counts as it", "stat.startTime === startTime &&", ""],
    [
      "processes elsewhere count as ended",
      'if (itsPlace !== place) return "elsewhere";',
      'if (itsPlace !== place) return "ended";',
    ],
  ),
  ...mutantsOf(
    "lib/server/storage/remove-leftovers.ts",
    ["tests/unit/storage/remove-leftovers.test.ts"],
    ["what runs is removed", 'if (owner === "running") return false;', ""],
    [
      "work elsewhere is removed while it is renewed",
      'if (owner === "elsewhere" && !(await isOlder(lapsedMs))) return false;',
      "",
    ],
    [
      "names without a mark are removed while they are new",
      'if (owner === "unknown" && !(await isOlder(abandonedMs))) return false;',
      "",
    ],
    ["symbolic links are leftovers", "if (!stats.isDirectory() && !stats.isFile()) return false;", ""],
    [
      "ages are told by this machine's clock",
      "asked ??= earliestNow(folder);",
      "asked ??= Promise.resolve(Date.now());",
    ],
    ["a folder that is worked in is removed", "|| processesIn(await realpath(path)).length === 0", "|| true"],
    ["a pass has no bound", "signal.aborted || removed.entries >= removedMost", "signal.aborted"],
    [
      "a pass that is stopped goes on",
      "signal.aborted || removed.entries >= removedMost",
      "removed.entries >= removedMost",
    ],
  ),
  ...mutantsOf(
    "lib/server/storage/file-clock.ts",
    ["tests/unit/storage/remove-leftovers.test.ts"],
    ["a full disk keeps what fills it", "if (!isFullFailure(error)) throw error;", "throw error;"],
    ["a clock that is off removes from a full disk", "Date.now() - marginMs", "Date.now()"],
  ),
  ...mutantsOf(
    "lib/server/leftovers/places.ts",
    ["tests/unit/storage/leftover-places.test.ts"],
    ["probes stay where a kill leaves them", "return [...places, ...[...probed]", "return [...places, ...[DATA_DIR]"],
  ),
  ...mutantsOf(
    "lib/server/models/weights/place.ts",
    ["tests/unit/runs/clocks.test.ts"],
    ["downloads are abandoned by this machine's clock", "await fileSystemNow(modelsDir)", "Date.now()"],
  ),
  ...mutantsOf(
    "lib/server/leftovers/uploads.ts",
    ["tests/api/unnamed-files.test.ts", "stored files"],
    [
      "files go before their row is committed",
      "if (!file || now - file.modified.getTime() < settledMs) continue;",
      "if (!file) continue;",
    ],
    ["files that rows name go", "return keys.filter((key) => !named.has(key));", "return keys;"],
    ["files of several databases go", "if (own) await removeUnnamed", "await removeUnnamed"],
    ["missing files are not reported", "if (!(await fileStore().exists(key))) gone.push(key);", ""],
  ),
  ...mutantsOf(
    "lib/server/leftovers/own-folder.ts",
    ["tests/api/unnamed-files.test.ts"],
    ["another database in the folder is not seen", "if (others.length === 0) return", "return"],
    ["a database owns a folder at once", "> settledMs;", "> -1;"],
  ),
  ...mutantsOf(
    "lib/server/leftovers/own-folder.ts",
    ["tests/api/copied-databases.test.ts"],
    ["a copy keeps its original's id", "if (place === undefined || noted?.value === place) return", "return"],
    ["a copy's new id is not kept", "await settle(idName, fresh);", ""],
    ["a server that does not tell the place ends the start", "if (isTransient(error)) throw error;", "throw error;"],
    ["an id without a place is replaced", "if (!noted) return String(row?.value);", ""],
  ),
  ...mutantsOf(
    "lib/server/leftovers/vector-tables.ts",
    ["tests/api/unnamed-files.test.ts", "vector tables"],
    ["tables in use are dropped", "if (used > 0) return false;", ""],
    ["tables are dropped while they are written to", "return Math.max(...times);", "return 0;"],
  ),
  ...mutantsOf(
    "lib/server/storage/remove-files.ts",
    ["tests/api/lost-commits.test.ts"],
    [
      "files go although their row may be committed",
      "if (!isCommitUnknown(error)) await removeFiles(keys);",
      "await removeFiles(keys);",
    ],
    ["files of a rolled back transaction stay", "if (!isCommitUnknown(error)) await removeFiles(keys);", ""],
  ),
  ...mutantsOf(
    "lib/server/knowledge/pipeline/fetch-batch.ts",
    ["tests/api/lost-commits.test.ts"],
    ["fetched files go although their row may be committed", "if (isCommitUnknown(error)) this.found = [];", ""],
  ),
  ...mutantsOf(
    "lib/server/start.ts",
    ["tests/api/leftovers.test.ts"],
    ["a start removes nothing", "  await sweepFilesAtStart();\n", ""],
  ),
];
