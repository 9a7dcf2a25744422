import { Split } from "lucide-react";
import { Badge } from "@/components/ui/badge";

export interface UpcomingBranchProps {
  branch: { name: string; by: "value" | "classification"; cases: readonly { id: string; name: string }[] };
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
}

/** A branch that has not been decided. */
export function UpcomingBranch({ branch: { name, by, cases }, condition }: UpcomingBranchProps) {
  const how = by === "classification" ? "A model chooses a case" : "Compares a value";
  return (
    <div className="grid gap-1.5 rounded-control border border-dashed bg-canvas p-3">
      {condition && <p className="wrap-anywhere font-medium text-info text-label">{condition}</p>}
      <p dir="auto" className="wrap-anywhere min-w-0 font-medium">
        <Split aria-label="Branch" className="inline size-4 text-muted" /> {name}
      </p>
      <p className="text-label text-muted">{how}</p>
      <ul className="flex flex-wrap gap-1">
        {cases.map((one) => (
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
