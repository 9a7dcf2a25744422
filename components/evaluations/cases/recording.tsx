"use client";

import { Button } from "@/components/ui/button";
import type { RecordedCall } from "@/lib/contract/testsets/cases";
import { pluralize } from "@/lib/utils/text/pluralize";

const toText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "None");

/** Tool calls whose results are replayed. */
export function Recording({ calls, onRemove }: { calls: readonly RecordedCall[]; onRemove(): void }) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <details className="min-w-0 flex-1 basis-60">
        <summary className="cursor-pointer rounded-mark text-secondary">
          {pluralize(calls.length, "recorded tool call")}
        </summary>
        <p className="mt-1 text-muted text-secondary">
          These results are replayed, so the tools aren't called during a test.
        </p>
        <ol className="mt-2 grid gap-2">
          {calls.map(({ name, input, output, error }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no IDs and are never reordered
            <li key={i} className="grid gap-1 rounded-control border bg-sunken p-2 text-secondary">
              <span className="font-mono">{name}</span>
              <pre className="wrap-anywhere max-h-40 overflow-auto whitespace-pre-wrap text-label text-muted">
                {toText(input)}
                {"\n→ "}
                {error ?? toText(output)}
              </pre>
            </li>
          ))}
        </ol>
      </details>
      <Button variant="outline" size="sm" onClick={onRemove}>
        Remove recording
      </Button>
    </div>
  );
}
