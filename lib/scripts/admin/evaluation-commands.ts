import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { eq } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { createChecker } from "@/lib/permissions/checker";
import { writeCsv } from "@/lib/server/engine/evaluations/export/csv";
import { writeJunit } from "@/lib/server/engine/evaluations/export/junit";
import type { Db } from "@/lib/server/platform/db/client";
import { testSets } from "@/lib/server/platform/db/tables/test-sets";
import { createEvaluation } from "@/lib/server/resources/test-sets/evaluate";
import { viewEvaluation } from "@/lib/server/resources/test-sets/evaluation-queries";
import { toExported } from "@/lib/server/resources/test-sets/export";
import { findTested } from "@/lib/server/resources/test-sets/subject";
import { pluralize } from "@/lib/utils/text/pluralize";
import { type AdminCommand, formatTable, RefusedError, requireArguments, UsageError } from "./command";

const lookMs = 500;
/** Without a server, no attempt starts. */
const startMs = 60_000;

const options = {
  draft: { type: "boolean" },
  revision: { type: "string" },
  repeat: { type: "string" },
  junit: { type: "string" },
  csv: { type: "string" },
} as const;

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [id = ""] = requireArguments(positionals, 1);
    const toNumber = (text: string | undefined) => {
      if (text !== undefined && !/^[1-9]\d{0,5}$/.test(text)) throw new UsageError();
      return text === undefined ? undefined : Number(text);
    };
    return { ...values, id, repeat: toNumber(values.repeat), revision: toNumber(values.revision) };
  } catch {
    throw new UsageError();
  }
}

async function start(db: Db, { id, repeat, revision, draft }: ReturnType<typeof parse>) {
  const [set] = await db.select().from(testSets).where(eq(testSets.id, id));
  if (!set) throw new RefusedError(`There is no test set with the ID ${id}.`);
  const createdBy = set.updatedBy ?? set.createdBy;
  if (!createdBy) throw new RefusedError("The test set has no member to run as. Save it in the console.");
  const choice = { ...(draft && { draft }), ...(revision !== undefined && { revision }) };
  const tested = await findTested(db, set.teamId, set, choice);
  const evaluation = { set, tested, cases: set.cases, repeat: repeat ?? set.repeat, createdBy, keyId: null };
  const evaluationId = await db.transaction((tx) => createEvaluation(tx, evaluation));
  const permissions = createChecker([Permission.TEAM_ADMIN]);
  return { evaluationId, viewer: { teamId: set.teamId, accountId: createdBy, permissions } };
}

async function waitForEnd(db: Db, { evaluationId, viewer }: Awaited<ReturnType<typeof start>>) {
  const until = performance.now() + startMs;
  for (;;) {
    const found = await viewEvaluation(db, viewer, evaluationId);
    if (found.status !== "running") return found;
    const isStarted = found.cases.some(({ attempts }) => attempts.some(({ sessionId }) => sessionId));
    if (!isStarted && performance.now() > until)
      throw new RefusedError("No worker has started the tests. Check that the server is running.");
    await sleep(lookMs);
  }
}

export const evaluationCommands: Record<string, AdminCommand> = {
  evaluate: {
    takes: "<test set ID> [options]",
    does: "run a test set: --draft, --revision <number>, --repeat <times>, --junit <file>, --csv <file>",
    run: async (db, args) => {
      const wanted = parse(args);
      const ended = await waitForEnd(db, await start(db, wanted));
      if (wanted.junit) await writeFile(wanted.junit, writeJunit(toExported(ended)));
      if (wanted.csv) await writeFile(wanted.csv, writeCsv(toExported(ended)));
      const rows = ended.cases.map(({ input, rate, attempts }) => [
        `${rate.passed}/${attempts.length}`,
        input.slice(0, 60),
        attempts.find(({ outcome }) => outcome !== "passed")?.reason ?? "",
      ]);
      const table = formatTable(["Passed", "Input", "Reason"], rows);
      const { passed, failed, notMeasured } = ended.rate;
      if (failed + notMeasured === 0 && ended.status === "completed")
        return `${table}\n\n${ended.label}: ${pluralize(passed, "attempt")} passed.`;
      throw new RefusedError(`${table}\n\n${ended.label}: ${failed} failed, ${notMeasured} not measured.`);
    },
  },
};
