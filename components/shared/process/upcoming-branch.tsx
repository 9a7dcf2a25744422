import { Repeat, Split } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Branch } from "@/lib/contract/apps/branch";

export interface UpcomingBranchProps {
  branch: Pick<Branch, "name" | "by"> & { cases: readonly { id: string; name: string }[] };
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
}

const ways: Record<Branch["by"], string> = {
  value: "Compares a value",
  classification: "A model chooses a case",
  items: "Repeats tasks for each item of a list",
};

/** A branch that has not been decided, or an iteration that has not started. */
export function UpcomingBranch({ branch: { name, by, cases }, condition }: UpcomingBranchProps) {
  const isIteration = by === "items";
  return (
    <div className="grid gap-1.5 rounded-control border border-dashed bg-canvas p-3">
      {condition && <p className="wrap-anywhere font-medium text-info text-label">{condition}</p>}
      <p dir="auto" className="wrap-anywhere min-w-0 font-medium">
        {isIteration ? (
          <Repeat aria-label="Iteration" className="inline size-4 text-muted" />
        ) : (
          <Split aria-label="Branch" className="inline size-4 text-muted" />
        )}{" "}
        {name}
      </p>
      <p className="text-label text-muted">{ways[by]}</p>
      <ul className="flex flex-wrap gap-1 empty:hidden">
        {(isIteration ? [] : cases).map((one) => (
          <li key={one.id} className="min-w-0">
            <Badge>
              <span className="truncate">{one.name}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
