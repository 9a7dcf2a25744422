import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, replace } from "../mutation/operation";

const server = "lib/server";
const bucket = "tests/api/object-storage.test.ts";
const objects = "tests/unit/storage/object-store.test.ts";
const commands = "tests/api/object-storage-commands.test.ts";

/** Trouble with object storage: nothing damaged is passed on, nothing is lost, and nobody is let in. */
export const bucketMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/platform/storage/objects/verified-stream.ts`,
    [bucket, "damaged"],
    ["damaged files are passed on", "readChunks", drop("if 3"), "ad24e434ce"],
  ),
  ...mutantsOf(
    `${server}/platform/storage/objects/verified-stream.ts`,
    [objects, "breaks off"],
    ["a download begins again in the middle", "readChunks", replace("call read 1 > argument 2", "0"), "d9aa3934ce"],
    ["a download that breaks off ends", "readChunks", always("if 2"), "b3aafe34ce"],
  ),
  ...mutantsOf(
    `${server}/platform/storage/objects/byte-budget.ts`,
    ["tests/unit/storage/byte-budget.test.ts"],
    ["uploads in memory have no bound", "ByteBudget.#admit", drop("comparison 1"), "9563f67c94"],
  ),
  ...mutantsOf(
    `${server}/platform/lifecycle/call-in-progress.ts`,
    [bucket, "withheld"],
    ["a call that waits for a bucket is not checked again", "recordStorageWait", drop("statement 1"), "03c1bebd7d"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/bodies.ts`,
    [bucket, "takes 10 seconds"],
    ["a transaction waits for a slow bucket", "offloadBody", replace("call withDeadline 1", "$1"), "976443552c"],
  ),
  ...mutantsOf(
    `${server}/main/operations/upload-restored.ts`,
    [commands, "a backup has the files"],
    ["a restore takes other content for its own", "uploadRestored", drop("if 2"), "759027f888"],
  ),
  ...mutantsOf(
    `${server}/main/operations/restore.ts`,
    [commands, "a backup has the files"],
    ["files are restored before the database is looked at", "restore", drop("if 2"), "a2a2dbea13"],
  ),
  ...mutantsOf(
    `${server}/main/leftovers/uploads.ts`,
    [bucket, "keeps what other applications"],
    ["objects without Muster's checksum go", "removeFilesNow", drop("if 3"), "c4378a8355"],
    ["objects with other names go", "removeUnreferenced", drop("call isGeneratedKey 1"), "3714b9d766"],
  ),
  ...mutantsOf(
    `${server}/main/operations/move-files.ts`,
    [commands, "a move that is killed"],
    ["a move that is repeated copies everything", "copyFile", drop("if 2"), "017f913155"],
    ["a partial file counts as moved", "isSame", drop("comparison 1"), "24549fff45"],
  ),
  ...mutantsOf(
    `${server}/platform/env/storage-url.ts`,
    ["tests/unit/storage/storage-url.test.ts"],
    ["credentials in STORAGE_URL are accepted", "parseStorageUrl", drop("if 2"), "cf3d95fde1"],
  ),
];
