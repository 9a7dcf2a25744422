import { join } from "node:path";
import { beforeAll } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { provide } from "@/lib/server/platform/process/registry";
import { closeDatabase } from "./database";

const { TEST_DATABASES: databases = "", VITEST_POOL_ID: worker = "" } = process.env;
process.env.DATA_DIR = join(databases, worker);
process.env.UPLOADS_DIR = join(databases, worker, "uploads");
forgetEnv();
provide("database", undefined);

const variables = { ...process.env };
/** Set by modules when they are loaded, which happens once; and what tells that there is no database. */
const kept = new Set(["database", "call-in-progress", "log-context", "resources", "tool-sources", "undeclared-waits"]);

/** Test files share modules: none finds the database, environment and process-wide values of the one before. */
beforeAll(() => async () => {
  await closeDatabase();
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
  forgetEnv();
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    const [muster, ...name] = key.description?.split(".") ?? [];
    if (muster === "muster" && !kept.has(name.join("."))) Reflect.deleteProperty(globalThis, key);
  }
});
