import { Split } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { listCases } from "@/lib/contract/apps/steps";

interface UpcomingBranchProps {
  branch: BranchStep;
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
}

/** A branch that has not been decided. */
export function UpcomingBranch({ branch, condition }: UpcomingBranchProps) {
  const by = branch.by === "classification" ? "A model chooses a case" : "Compares a value";
  return (
    <div className="grid gap-1.5 rounded-control border border-dashed bg-canvas p-3">
      <p dir="auto" className="wrap-anywhere min-w-0 font-medium">
        <Split aria-label="Branch" className="inline size-4 text-muted" /> {branch.name}
      </p>
      <p className="text-label text-muted">{[condition, by].filter(Boolean).join(" · ")}</p>
      <ul className="flex flex-wrap gap-1">
        {listCases(branch).map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Badge>
              <span className="truncate">{name}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
