import type { ThreadCall } from "@/lib/session-log/state";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";

/** Calls in one line: `Searched 2 sources, ran 1 tool, 1.4 s`. */
export function summarizeCalls(calls: readonly ThreadCall[]): string {
  const running = calls.filter(({ durationMs }) => durationMs === undefined);
  const joinNames = (found: readonly ThreadCall[]) => found.map(({ name }) => name).join(", ");
  const interrupted = running.filter(({ waits }) => waits === "repeat");
  if (interrupted.length > 0) return `Interrupted: ${joinNames(interrupted)}`;
  const proposed = running.filter(({ waits }) => waits === "approval");
  if (proposed.length > 0) return `Waiting for approval: ${joinNames(proposed)}`;
  if (running.length > 0) return `Running ${running.map(({ name }) => name).join(", ")}`;
  const sources = new Set(calls.flatMap(({ searches = [] }) => searches.map(({ tool }) => tool)));
  const others = calls.filter(({ searches = [] }) => searches.length === 0).length;
  const failed = calls.filter(({ error }) => error).length;
  const parts = [
    sources.size > 0 ? `searched ${pluralize(sources.size, "data source")}` : "",
    others > 0 ? `ran ${pluralize(others, "tool")}` : "",
    formatDuration(calls.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)),
    failed > 0 ? `${failed} failed` : "",
  ].filter(Boolean);
  const line = parts.join(", ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}
