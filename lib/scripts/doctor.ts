import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { examine } from "@/lib/server/main/operations/doctor/examine";
import { findWorst, formatJson, formatReport } from "@/lib/server/main/operations/doctor/report";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { failureReason } from "@/lib/server/platform/errors/failure-reason";
import { readVersion } from "@/lib/server/platform/process/version";
import { findBuildProblem } from "./build-stamp";

const usage = `Usage: npm run doctor [-- --json]

Checks settings, database, storage, vectors, mail, clock, disk, version and leftovers, and prints a remedy for each finding.
Changes nothing, and works whether or not servers are running.

Exit codes: 0 no problem, 1 a problem, 2 invalid usage.`;

/** As Next reads them at the server's start; earlier ones take precedence, and the environment over all of them. */
const files = [".env.production.local", ".env.local", ".env.production", ".env"];

/** Returns the names of the variables that only the files set. */
function loadFiles(): string[] {
  const before = new Set(Object.keys(process.env));
  for (const file of files) if (existsSync(file)) process.loadEnvFile(file);
  return Object.keys(process.env).filter((name) => !before.has(name));
}

function readOptions(): { json: boolean; help: boolean } | undefined {
  try {
    const options = {
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    return undefined;
  }
}

/** Returns the exit code. */
async function run(): Promise<0 | 1 | 2> {
  const options = readOptions();
  if (!options) {
    console.error(usage);
    return 2;
  }
  if (options.help) {
    console.info(usage);
    return 0;
  }
  restrictNewFiles();
  const fromFiles = loadFiles();
  const results = await examine({ variables: process.env, fromFiles, buildProblem: findBuildProblem });
  console.info(options.json ? formatJson(readVersion(), results) : formatReport(results));
  return findWorst(results) === "problem" ? 1 : 0;
}

const code = await run().catch((error: unknown) => {
  console.error(failureReason(error));
  return 1;
});
// A check without a result may still be waiting.
process.exit(code);
