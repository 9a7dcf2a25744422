import type { CaseRun, CaseRuns } from "./use-case-runs";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function Score({ label, run, than }: { label: string; run: CaseRun; than?: CaseRun | undefined }) {
  const change = than ? Math.round((run.recall - than.recall) * 100) : 0;
  const turn = than ? Math.round((run.mrr - than.mrr) * 100) / 100 : 0;
  return (
    <div className="rounded-card border bg-sunken p-3">
      <h3 className="text-label text-muted">{label}</h3>
      <dl className="mt-1 grid grid-cols-2 gap-3 tabular-nums">
        <div>
          <dt className="text-label text-muted">Found (recall@{run.k})</dt>
          <dd className="font-semibold text-section">
            {percent(run.recall)} <Turn by={change} unit=" points" />
          </dd>
        </div>
        <div>
          <dt className="text-label text-muted">How high (MRR)</dt>
          <dd className="font-semibold text-section">
            {run.mrr.toFixed(2)} <Turn by={turn} unit="" />
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** How much better or worse, with a sign so that it needs no colour. */
function Turn({ by, unit }: { by: number; unit: string }) {
  if (by === 0) return null;
  return (
    <span className={`font-normal text-label ${by > 0 ? "text-success" : "text-danger"}`}>
      {by > 0 ? "+" : "−"}
      {Math.abs(by)}
      {unit}
    </span>
  );
}

/** What the retrievers found of all that they should have. */
export function CaseScores({ runs: { saved, other } }: { runs: CaseRuns }) {
  return (
    <div role="status" className="grid gap-2 sm:grid-cols-2">
      <Score label="Saved retriever" run={saved} />
      {other && <Score label="The one beside" run={other} than={saved} />}
    </div>
  );
}
