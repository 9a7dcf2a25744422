import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sweepFiles } from "@/lib/server/main/leftovers/sweep";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { temporaryFolder } from "../../support/folders";

test("what tells a folder's time and was left by a kill goes after a day, wherever it is written", async () => {
  const folder = temporaryFolder("probes");
  const places = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads"), MODELS_DIR: join(folder, "models") };
  Object.assign(process.env, places);
  forgetEnv();
  onTestFinished(() => {
    for (const name of Object.keys(places)) delete process.env[name];
    forgetEnv();
  });
  const probes = ["", "uploads", "models", "tmp", "backups", "vectors", "outbox"].map((below) => {
    mkdirSync(join(folder, below), { recursive: true });
    const [old, fresh] = ["a", "b"].map((end) => join(folder, below, `.write-probe-${end.repeat(12)}`));
    for (const path of [old, fresh]) writeFileSync(String(path), "");
    const at = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(String(old), at, at);
    return { old: String(old), fresh: String(fresh) };
  });
  await sweepFiles(AbortSignal.timeout(10_000));
  expect(probes.filter(({ old }) => existsSync(old))).toEqual([]);
  expect(probes.filter(({ fresh }) => !existsSync(fresh))).toEqual([]);
});
