import { RelativeTime } from "./relative-time";

/** When something was last changed, and by whom. */
export function Changed({ date, by }: { date: string; by: string | null }) {
  return (
    <span className="block min-w-0">
      <RelativeTime date={date} className="block whitespace-nowrap" />
      {by && (
        <span title={`Updated by ${by}`} className="block truncate text-label text-muted">
          by {by}
        </span>
      )}
    </span>
  );
}
