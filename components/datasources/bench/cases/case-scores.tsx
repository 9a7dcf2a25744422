import type { Scores } from "@/lib/contract/cases/schemas";
import { compareRanks, ScoreChange } from "../score-change";
import type { RunColumn } from "./use-case-runs";

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function Score({ label, run, baseline }: { label: string; run: Scores; baseline?: Scores | undefined }) {
  const recallChange = baseline ? Math.round((run.recall - baseline.recall) * 100) : 0;
  const mrrChange = baseline ? Math.round((run.mrr - baseline.mrr) * 100) / 100 : 0;
  return (
    <div className="rounded-card border bg-sunken p-3">
      <h3 className="text-label text-muted">{label}</h3>
      <dl className="mt-1 grid grid-cols-2 gap-3 tabular-nums">
        <div>
          <dt className="text-label text-muted">Found (recall@{run.k})</dt>
          <dd className="font-semibold text-section">
            {percent(run.recall)} <ScoreChange amount={recallChange} unit=" points" />
          </dd>
        </div>
        <div>
          <dt className="text-label text-muted">Rank (MRR)</dt>
          <dd className="font-semibold text-section">
            {run.mrr.toFixed(2)} <ScoreChange amount={mrrChange} unit="" />
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Counts the questions that rank better, worse and the same. */
function ScoreChanges({ run, baseline }: { run: Scores; baseline: Scores }) {
  const before = new Map(baseline.cases.map(({ _id, rank }) => [_id, rank]));
  const changes = run.cases.map(({ _id, rank }) => compareRanks(rank, before.get(_id) ?? null));
  const [better, worse] = [1, -1].map((direction) => changes.filter((change) => change === direction).length);
  return (
    <p className="text-secondary">
      {better === 0 && worse === 0
        ? "No ranks changed."
        : `${better} improved, ${worse} got worse, ${changes.length - (better ?? 0) - (worse ?? 0)} unchanged.`}
    </p>
  );
}

/** The scores of each column, with the change from its baseline. */
export function CaseScores({ columns }: { columns: RunColumn[] }) {
  const last = columns.at(-1);
  return (
    <div role="status" className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {columns.map(({ title, run, baseline }) => (
          <Score key={title} label={title} run={run} baseline={baseline} />
        ))}
      </div>
      {last?.baseline && <ScoreChanges run={last.run} baseline={last.baseline} />}
    </div>
  );
}
