import { Repeat, Split } from "lucide-react";
import type { Branch } from "@/lib/contract/apps/branch";
import type { DescribedBranch } from "@/lib/contract/apps/describe-branch";

export interface UpcomingBranchProps {
  branch: DescribedBranch;
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
}

const verbs: Record<Branch["by"], string> = {
  value: "Compares",
  classification: "A model classifies",
  person: "A person is asked:",
  items: "For each item of",
};

/** A branch that has not been decided, or an iteration that has not started. */
export function UpcomingBranch({ branch: { name, by, source, cases }, condition }: UpcomingBranchProps) {
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
      <p className="wrap-anywhere text-label text-muted">
        {verbs[by]} {source || "the input"}
      </p>
      <ul className="grid gap-1 empty:hidden">
        {(isIteration ? [] : cases).map((one) => (
          <li key={one.id} className="wrap-anywhere line-clamp-3 rounded-mark bg-sunken px-2 py-1 text-label">
            <span className="font-medium">{one.name}</span> <span className="text-muted">{one.condition}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
