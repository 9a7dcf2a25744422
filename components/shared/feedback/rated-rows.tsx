import { cn } from "@/lib/utils/cn";

export interface Counts {
  up: number;
  down: number;
}

interface RatedRowsProps {
  rows: readonly (Counts & { key: string; name: string; revision: number | null })[];
  /** The revision whose ratings are listed. */
  chosen: number | undefined;
  onChoose(revision: number | undefined): void;
}

/** The share of good ratings of each revision. Choosing one lists its ratings. */
export function RatedRows({ rows, chosen, onChoose }: RatedRowsProps) {
  return (
    <ul aria-label="By revision" className="divide-y rounded-control border">
      {rows.map(({ key, name, revision, up, down }) => (
        <li key={key}>
          <button
            type="button"
            disabled={revision === null}
            aria-pressed={revision !== null && revision === chosen}
            className={cn(
              "grid w-full gap-1 px-3 py-2 text-left",
              revision !== null && "hover:bg-sunken",
              revision === chosen && revision !== null && "bg-sunken",
            )}
            onClick={() => onChoose(revision === chosen || revision === null ? undefined : revision)}
          >
            <span className="flex justify-between gap-4">
              <span dir="auto" className="truncate first-letter:uppercase">
                {name}
              </span>
              <span className="shrink-0 tabular-nums">
                {up} of {up + down} good
              </span>
            </span>
            <span aria-hidden className="flex h-1 overflow-hidden rounded-full bg-danger">
              <span className="bg-success" style={{ width: `${(100 * up) / (up + down)}%` }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
