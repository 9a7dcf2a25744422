import { expect, it } from "vitest";
import type { Check, Examination } from "@/lib/server/main/operations/doctor/checks/finding";
import { ok } from "@/lib/server/main/operations/doctor/checks/finding";
import { findWorst, formatReport } from "@/lib/server/main/operations/doctor/report";
import { runChecks } from "@/lib/server/main/operations/doctor/run-checks";
import { listEnvironmentSecrets } from "@/lib/server/platform/crypto/environment-secrets";
import { parseEnv } from "@/lib/server/platform/env/env";

const examination: Examination = {
  env: parseEnv({}),
  variables: {},
  fromFiles: [],
  buildProblem: () => undefined,
  database: async () => undefined,
};
const check = (name: string, run: Check["run"]): Check => ({ name, remedy: "Do it.", run });

it("a check that hangs and one that throws are problems, and do not stop the others", async () => {
  let aborted = false;
  const list = [
    check("Hangs", (_examination, signal) => {
      signal.onabort = () => {
        aborted = true;
      };
      return new Promise(() => undefined);
    }),
    check("Throws", async () => {
      throw new Error("It broke.");
    }),
    check("Works", async () => [ok("Fine.")]),
  ];
  const results = await runChecks(examination, { list, timeoutMs: 20 });
  expect(results).toEqual([
    { check: "Hangs", state: "problem", found: "No result within 0.02 seconds.", remedy: "Do it." },
    { check: "Throws", state: "problem", found: "It broke.", remedy: "Do it." },
    { check: "Works", state: "ok", found: "Fine." },
  ]);
  expect(aborted).toBe(true);
  expect(findWorst(results)).toBe("problem");
  expect(formatReport(results)).toBe(
    [
      "problem   Hangs      No result within 0.02 seconds.",
      "                     → Do it.",
      "problem   Throws     It broke.",
      "                     → Do it.",
      "ok        Works      Fine.",
      "",
      "Some checks failed.",
    ].join("\n"),
  );
});

it("secrets are found by the names of variables and in URLs", () => {
  const found = listEnvironmentSecrets({
    APP_SECRET: "one",
    DATABASE_URL: "postgres://u:t%40wo@h/d",
    STORAGE_URL: "s3://bucket?secretKey=three&region=eu",
    OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20four",
    PORT: "3000",
    LOG_LEVEL: "info",
  });
  expect(found.sort()).toEqual(["Basic four", "Basic%20four", "four", "one", "t%40wo", "t@wo", "three"]);
});
