import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { expect, it, onTestFinished } from "vitest";
import { runUpkeep } from "@/lib/server/engine/knowledge/vectors/lance/run-upkeep";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { env, forgetEnv } from "@/lib/server/platform/env/env";
import { processesIn } from "@/lib/server/platform/process/process-stat";
import { temporaryFolder } from "../../support/folders";
import { writerModel } from "../../support/vector-documents";
import { newTeam, openLance, point } from "../../support/vector-stores";

it("keeps the temporary files of a large table's upkeep where a killed one's are found, and removes them", {
  timeout: 60_000,
}, async () => {
  const { DATA_DIR } = process.env;
  process.env.DATA_DIR = temporaryFolder("upkeep");
  forgetEnv();
  onTestFinished(() => {
    if (DATA_DIR === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = DATA_DIR;
    forgetEnv();
  });
  const tmp = join(env().DATA_DIR, "tmp");
  mkdirSync(tmp);
  const { store, folder, close } = openLance();
  onTestFinished(close);
  const teamId = newTeam();
  const collection = toCollection(teamId, writerModel, 4);
  await store.upsert(collection, [point(teamId, "a")]);
  await store.idle();

  // Only its size is asked of it; the process opens the table itself.
  const large = { stats: async () => ({ totalBytes: 1024 ** 3 }) } as unknown as Table;
  const { compacted, done } = await runUpkeep(folder, collection.name, large);
  const [work = ""] = readdirSync(tmp);
  expect(work).toMatch(/^vectors-/);
  const [pid] = processesIn(join(tmp, work));
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).toContain(`TMPDIR=${join(tmp, work)}`);
  await compacted;
  await done;
  await expect.poll(() => readdirSync(tmp)).toEqual([]);
});
