import type { RefusedTest } from "./refusal";

/** Required tests that have not passed, with the reasons. */
export function RefusedTests({ title, tests }: { title: string; tests: readonly RefusedTest[] }) {
  if (tests.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="font-medium">
        {title} <span className="font-normal text-muted tabular-nums">{tests.length}</span>
      </h3>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-card border">
        {tests.map(({ _id, input, reason, testset }) => (
          <li key={_id} className="wrap-anywhere grid gap-0.5 px-3 py-2">
            <span dir="auto" className="line-clamp-2">
              {input}
            </span>
            {reason && <span className="text-muted text-secondary">{reason}</span>}
            <span className="text-label text-muted">{testset}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
