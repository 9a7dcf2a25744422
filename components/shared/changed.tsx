import { RelativeTime } from "./relative-time";

/** When a thing was changed last, and by whom. */
export function Changed({ date, by }: { date: string; by: string | null }) {
  return (
    <span className="block min-w-0 truncate" title={by ? `Changed by ${by}` : undefined}>
      <RelativeTime date={date} />
      {by && <span className="text-muted"> · {by}</span>}
    </span>
  );
}
