import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

/** What is removed after a kill, and what stays. */
export const leftoverMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/platform/disk/process-mark.ts",
    ["tests/unit/storage/remove-leftovers.test.ts"],
    ["a process that runs counts as ended", "findOwnerState", never("&& 1"), "fbd964efde"],
    ["another process of the same number counts as it", "findOwnerState", drop("comparison 2"), "1debd7efde"],
    [
      "processes elsewhere count as ended",
      "findOwnerState",
      reword("return 2 > value", "elsewhere", "ended"),
      "02fa65efde",
    ],
  ),
  ...mutantsOf(
    "lib/server/platform/storage/remove-leftovers.ts",
    ["tests/unit/storage/remove-leftovers.test.ts"],
    ["what runs is removed", "isLeftover", drop("if 2"), "6cc285ea6f"],
    ["work elsewhere is removed while it is renewed", "isLeftover", drop("if 3"), "4f082cea6f"],
    ["names without a mark are removed while they are new", "isLeftover", drop("if 4"), "f5c184ea6f"],
    ["symbolic links are leftovers", "isLeftover", drop("if 1"), "5503d7ea6f"],
    [
      "ages are told by this machine's clock",
      "findLeftovers",
      replace("call 1", "Promise.resolve(Date.now())"),
      "8c294a8246",
    ],
    ["a folder that is worked in is removed", "isLeftover", always("comparison 5"), "c7be5aea6f"],
    ["a pass has no bound", "removeFrom", drop("comparison 1"), "fcaf72f6b5"],
    ["a pass that is stopped goes on", "removeFrom", drop("|| 1 > operand 1"), "7e7299f6b5"],
  ),
  ...mutantsOf(
    "lib/server/platform/disk/file-clock.ts",
    ["tests/unit/storage/remove-leftovers.test.ts"],
    ["a full disk keeps what fills it", "readFileSystemTimeOr", always("not 1"), "77aadb41b6"],
    [
      "a clock that is off removes from a full disk",
      "earliestFileSystemTime",
      replace("arithmetic 1", "$1"),
      "c6692349d2",
    ],
  ),
  ...mutantsOf(
    "lib/server/main/leftovers/locations.ts",
    ["tests/unit/storage/leftover-places.test.ts"],
    [
      "probes stay where a kill leaves them",
      "listLeftoverLocations",
      replace("array 4", "[$other]", "call join 1 > argument 1"),
      "c820bdbb03",
    ],
  ),
  ...mutantsOf(
    "lib/server/engine/models/weights/weights-folder.ts",
    ["tests/unit/runs/clocks.test.ts"],
    [
      "downloads are abandoned by this machine's clock",
      "readPartState",
      replace("await 2", "Date.now()"),
      "f45f70bce7",
    ],
  ),
  ...mutantsOf(
    "lib/server/main/leftovers/uploads.ts",
    ["tests/api/unnamed-files.test.ts", "stored files"],
    ["files go before their row is committed", "removeFilesNow", drop("comparison 2"), "d4ba898355"],
    ["files that rows name go", "findUnreferenced", replace("call filter 1", "$owner"), "592717a328"],
    ["files of several databases go", "sweepUploads", always("if 1"), "30a40cc8a5"],
    ["missing files are not reported", "reportMissing", drop("if 1"), "e856b3bf96"],
  ),
  ...mutantsOf(
    "lib/server/main/leftovers/own-folder.ts",
    ["tests/api/unnamed-files.test.ts"],
    ["another database in the folder is not seen", "isOwnFolder", always("if 1"), "237f749d59"],
    ["a database owns a folder immediately", "isOwnFolder", replace("comparison 3", "$1 > -1"), "7c71649d59"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/database-id.ts",
    ["tests/api/copied-databases.test.ts"],
    ["a copy keeps its original's id", "getDatabaseId", always("comparison 1"), "f2c485fb59"],
    ["a copy's new id is not kept", "getDatabaseId", drop("statement 3"), "07e463fb59"],
    ["a server that does not tell the place ends the start", "findDatabasePlace", always("if 1"), "3714b943ca"],
    ["an id without a place is replaced", "getDatabaseId", drop("if 2"), "ebb762fb59"],
  ),
  ...mutantsOf(
    "lib/server/main/leftovers/vector-tables.ts",
    ["tests/api/unnamed-files.test.ts", "vector tables"],
    ["tables in use are dropped", "dropUnused", drop("if 1"), "ceea6818c4"],
    ["tables are dropped while they are written to", "findLastWrite", replace("call max 1", "0"), "49f609f8e1"],
  ),
  ...mutantsOf(
    "lib/server/main/leftovers/uploads.ts",
    ["tests/api/object-storage.test.ts", "removes old files"],
    ["files of several databases in a bucket go", "sweepUploads", always("if 1"), "30a40cc8a5"],
  ),
  ...mutantsOf(
    "lib/server/platform/storage/remove-files.ts",
    ["tests/api/lost-commits.test.ts"],
    ["files go although their row may be committed", "removeFilesOnRollback", always("not 1"), "77aadb7d9a"],
    ["files of a rolled back transaction stay", "removeFilesOnRollback", drop("if 1"), "18da147d9a"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/stages/fetch-batch.ts",
    ["tests/api/lost-commits.test.ts"],
    ["fetched files go although their row may be committed", "FetchBatch.flush", drop("if 3"), "c568128a38"],
  ),
  ...mutantsOf(
    "lib/server/main/start.ts",
    ["tests/api/leftovers.test.ts"],
    ["a start removes nothing", "startWork", drop("statement 1"), "73fe68af3e"],
  ),
];
