import type { Scores } from "@/lib/contract/cases/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { compareRanks, ScoreChange } from "../score-change";
import type { RunColumn } from "./use-case-runs";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function Score({ label, run, than }: { label: string; run: Scores; than?: Scores | undefined }) {
  const change = than ? Math.round((run.recall - than.recall) * 100) : 0;
  const turn = than ? Math.round((run.mrr - than.mrr) * 100) / 100 : 0;
  return (
    <div className="rounded-card border bg-sunken p-3">
      <h3 className="text-label text-muted">{label}</h3>
      <dl className="mt-1 grid grid-cols-2 gap-3 tabular-nums">
        <div>
          <dt className="text-label text-muted">Found (recall@{run.k})</dt>
          <dd className="font-semibold text-section">
            {percent(run.recall)} <ScoreChange by={change} unit=" points" />
          </dd>
        </div>
        <div>
          <dt className="text-label text-muted">How high (MRR)</dt>
          <dd className="font-semibold text-section">
            {run.mrr.toFixed(2)} <ScoreChange by={turn} unit="" />
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Summarizes the change of each question in one line. */
function ScoreChanges({ run, than }: { run: Scores; than: Scores }) {
  const before = new Map(than.cases.map(({ _id, rank }) => [_id, rank]));
  const turns = run.cases.map(({ _id, rank }) => compareRanks(rank, before.get(_id) ?? null));
  const [better, worse] = [1, -1].map((way) => turns.filter((turn) => turn === way).length);
  return (
    <p className="text-secondary">
      {better === 0 && worse === 0
        ? "Every question finds its document at the same place."
        : `${pluralize(better ?? 0, "question")} better, ${worse} worse, ${turns.length - (better ?? 0) - (worse ?? 0)} as before.`}
    </p>
  );
}

/** The recall of each column beside the one it is compared with. */
export function CaseScores({ columns }: { columns: RunColumn[] }) {
  const last = columns.at(-1);
  return (
    <div role="status" className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {columns.map(({ title, run, than }) => (
          <Score key={title} label={title} run={run} than={than} />
        ))}
      </div>
      {last?.than && <ScoreChanges run={last.run} than={last.than} />}
    </div>
  );
}
