import { and, eq, isNotNull, sql } from "drizzle-orm";
import { agreement } from "../../engine/evaluations/agreement";
import type { Reader } from "../../platform/db/client";
import { evaluationAttempts as attempts, evaluations } from "../../platform/db/tables/test-sets";
import type { TestSetRow } from "./queries";

/** Labels that are needed before a judge can block. */
const minLabels = 5;
const maxLabels = 1_000;

/** Compares the verdicts of the set's judge with what people said of the same answers. */
export async function measureJudge(db: Reader, { id, minAgreement }: Pick<TestSetRow, "id" | "minAgreement">) {
  const judged = sql`jsonb_path_query_first(${attempts.checks}, '$[*] ? (@.type == "judge" && @.outcome != "not_measured").outcome')`;
  const rows = await db
    .select({ correct: attempts.correct, verdict: sql<string | null>`${judged} #>> '{}'` })
    .from(attempts)
    .innerJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(and(eq(evaluations.testSetId, id), isNotNull(attempts.correct)))
    .orderBy(sql`${attempts.dateEnded} desc`)
    .limit(maxLabels);
  const labels = rows.flatMap(({ correct, verdict }) =>
    correct === null || verdict === null ? [] : [{ person: correct, judge: verdict === "passed" }],
  );
  const { n, share, interval, kappa } = agreement(labels);
  return { labels: n, agreement: share, interval, kappa, canBlock: n >= minLabels && (share ?? 0) >= minAgreement };
}
