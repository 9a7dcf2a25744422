import { listEnvironmentSecrets } from "../../../platform/crypto/environment-secrets";
import { redact } from "../../../platform/crypto/redact";
import { inspectDatabase } from "../../../platform/db/connection/inspect";
import { EnvironmentError, env } from "../../../platform/env/env";
import { type Examination, optional } from "./checks/finding";
import { findMisspelled, settingsCheck, toProblems } from "./checks/settings";
import { type CheckResult, runChecks } from "./run-checks";

type Given = Pick<Examination, "variables" | "fromFiles" | "buildProblem">;

/** Examines this installation without changing it. `variables` is the process's environment. No result contains a secret. */
export async function examine(given: Given): Promise<CheckResult[]> {
  const secrets = listEnvironmentSecrets(given.variables);
  const results = await examineAll(given);
  // Remedies are fixed texts.
  return results.map((result) => ({ ...result, found: redact(result.found, secrets) }));
}

async function examineAll(given: Given): Promise<CheckResult[]> {
  try {
    env();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const skipped = optional("The other checks were skipped, because they need valid settings.");
    const findings = [...toProblems(error), ...findMisspelled(given.variables), skipped];
    return findings.map((finding) => ({ check: settingsCheck.name, ...finding }));
  }
  // Each check has its own connection: the driver allows one statement at a time.
  const connections: Awaited<ReturnType<typeof inspectDatabase>>[] = [];
  const database = async () => {
    const inspected = await inspectDatabase();
    connections.push(inspected);
    return inspected?.client;
  };
  try {
    return await runChecks({ ...given, env: env(), database });
  } finally {
    for (const connection of connections) await connection?.close();
  }
}
