import { beforeAll } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";

const variables = { ...process.env };
/** Set by modules when they are loaded, which happens once; and what tells that there is no database. */
const kept = new Set([
  "gate",
  "database",
  "call-in-progress",
  "log-context",
  "resources",
  "tool-sources",
  "undeclared-waits",
]);

/** Test files share modules: none finds the environment and process-wide values of the one before. */
beforeAll(() => () => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
  forgetEnv();
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    const [muster, ...name] = key.description?.split(".") ?? [];
    if (muster === "muster" && !kept.has(name.join("."))) Reflect.deleteProperty(globalThis, key);
  }
});
