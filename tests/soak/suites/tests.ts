import type { SuiteFigures } from "../soak";
import { runTests } from "../vitest-run";

interface LongTests {
  files: string[];
  /** The full count; one that is set already wins. */
  variables?: Record<string, string>;
}

const longestMs = 45 * 60_000;
const seed = String(Math.floor(Math.random() * 2 ** 31));

/** Suites of the tests, with servers of the production build and counts that the tests' own run has not the time for. */
const long: Record<string, LongTests> = {
  kills: { files: ["tests/api/kills.test.ts"], variables: { KILLS: "100", KILLS_SEED: seed } },
  payments: { files: ["tests/api/process-kills.test.ts"], variables: { KILLS: "50", KILLS_SEED: seed } },
  evaluations: { files: ["tests/api/evaluation-kills.test.ts"], variables: { KILLS: "20", KILLS_SEED: seed } },
  bodies: {
    files: ["tests/api/generated-bodies.test.ts"],
    variables: { GENERATED_BODIES: "1000", GENERATED_SEED: seed },
  },
  tenants: {
    files: [
      "csrf",
      "tenant-matrix",
      "key-matrix",
      "foreign-ids",
      "private-apps",
      "permission-lattice",
      "permission-sequences",
    ].map((name) => `tests/api/${name}.test.ts`),
    variables: {
      MATRIX: "all",
      LATTICE_ROUNDS: "500",
      LATTICE_SEED: seed,
      SEQUENCE_ROUNDS: "50",
      SEQUENCE_SEED: seed,
    },
  },
  rights: { files: ["tests/api/rights.test.ts", "tests/api/rights-contract.test.ts"], variables: { RIGHTS: "all" } },
  plans: { files: ["tests/api/plan-limits.test.ts"], variables: { PLAN_ROUNDS: "20" } },
  budgets: { files: ["tests/api/budgets-parallel.test.ts"], variables: { BUDGET_ROUNDS: "20" } },
  cancels: { files: ["tests/api/cancels.test.ts"], variables: { CANCELS: "500", CANCELS_SEED: seed } },
  sockets: { files: ["tests/api/many-sockets.test.ts"], variables: { SOCKETS: "5000" } },
  vectors: { files: ["tests/unit/vectors/lance.test.ts"], variables: { VECTOR_KILLS: "100" } },
  syncs: {
    files: ["tests/api/sync-kills.test.ts"],
    variables: { SYNC_KILLS: "50", SYNC_DOCUMENTS: "1000", KILLS_SEED: seed },
  },
  sandbox: {
    files: ["sandbox-bombs", "sandbox-python", "sandbox-walls"].map((name) => `tests/api/${name}.test.ts`),
    variables: { SANDBOX_ROUNDS: "10" },
  },
  secrets: { files: ["tests/api/planted-secrets.test.ts"] },
  "event-loop": {
    files: ["answers", "calls", "documents", "retrieval", "sockets", "tools"].map(
      (name) => `tests/api/event-loop-${name}.test.ts`,
    ),
    variables: { EVENT_LOOP: "100", EVENT_LOOP_SEED: seed },
  },
  webhooks: { files: ["tests/api/publications-webhook.test.ts"], variables: { WEBHOOK_EVENTS: "10000" } },
  processes: {
    files: ["tests/api/two-processes-embedded.test.ts", "tests/api/two-processes-postgres.test.ts"],
    variables: { KILLS: "1" },
  },
};

async function run({ files, variables = {} }: LongTests): Promise<SuiteFigures> {
  const own = Object.entries(variables).map(([name, value]) => [name, process.env[name] ?? value]);
  const counts: Record<string, string> = Object.fromEntries(own);
  const result = await runTests({ files, variables: { SERVERS: "production", ...counts }, longestMs });
  const { passed, failed, hung, output } = result;
  const faults = [
    ...(passed === 0 ? ["no test has passed"] : []),
    ...(failed > 0 ? [`${failed} tests failed`] : []),
    ...(hung ? [`not done within ${longestMs / 60_000} minutes`] : []),
  ];
  if (faults.length > 0) console.info(output.slice(-20_000));
  const partial = Object.keys(variables).some((name) => process.env[name] !== undefined);
  return { figures: Object.assign({ ...counts, passed }, ...result.figures), faults, partial };
}

export const testSuites = Object.fromEntries(Object.entries(long).map(([name, tests]) => [name, () => run(tests)]));
