import { PlainText } from "@/components/shared/markdown/plain-text";
import { JsonBlock } from "@/components/shared/markdown/raw-json";
import { Badge } from "@/components/ui/badge";
import type { ToolOutcome } from "@/lib/contract/tools/outputs";

/** The result of one call: output or error, and its console logs. */
export function OutcomeView({ outcome: { ok, result, error, logs, durationMs } }: { outcome: ToolOutcome }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-2">
      <p className="flex items-center gap-2 text-secondary">
        <Badge tone={ok ? "success" : "danger"}>{ok ? "Succeeded" : "Failed"}</Badge>
        {durationMs > 0 && (
          <span className="text-muted tabular-nums">{Math.max(1, Math.round(durationMs)).toLocaleString("en")} ms</span>
        )}
      </p>
      {ok ? (
        <div className="max-h-80 overflow-auto">
          <JsonBlock value={result ?? null} />
        </div>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap text-danger text-secondary">{error}</p>
      )}
      {logs.length > 0 && (
        <div className="grid gap-1">
          <h3 className="font-medium text-label">Console</h3>
          <PlainText
            text={logs.join("\n")}
            className="max-h-48 overflow-auto rounded-control border bg-sunken p-2 font-mono text-label"
          />
        </div>
      )}
    </div>
  );
}
