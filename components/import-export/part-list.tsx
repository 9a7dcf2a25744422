"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import type { PartAction, PreviewPart } from "@/lib/contract/transfers/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { PartRow } from "./part-row";

interface PartListProps {
  parts: PreviewPart[];
  onChoose(choices: Record<string, PartAction>): void;
}

const summarize = (parts: PreviewPart[]): string => {
  const count = (status: PreviewPart["status"]) => parts.filter((part) => part.status === status).length;
  const counts = [
    { many: count("new"), what: "new" },
    { many: count("changed"), what: "changed" },
    { many: count("same"), what: "unchanged" },
  ].filter(({ many }) => many > 0);
  const all = pluralize(parts.length, "item");
  const [first, ...others] = counts;
  const countText =
    others.length > 0 ? counts.map(({ many, what }) => `${many} ${what}`).join(", ") : `all ${first?.what}`;
  return `${all}: ${parts.length === 1 ? first?.what : countText}.`;
};

/** The parts of the file. One action can be applied to all that differ. */
export function PartList({ parts, onChoose }: PartListProps) {
  const changed = parts.filter(({ status }) => status === "changed");
  const all = (action: PartAction) => onChoose(Object.fromEntries(changed.map(({ key }) => [key, action])));
  return (
    <FormSection title="Changes" description={summarize(parts)}>
      {changed.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted text-secondary">All changed items:</span>
          <Button variant="outline" size="sm" onClick={() => all("replace")}>
            Replace
          </Button>
          <Button variant="outline" size="sm" onClick={() => all("new")}>
            Add a copy
          </Button>
          <Button variant="outline" size="sm" onClick={() => all("use")}>
            Keep existing
          </Button>
        </div>
      )}
      <ul aria-label="Items in the file" className="divide-y rounded-control border">
        {parts.map((part) => (
          <PartRow key={part.key} part={part} onChoose={(action) => onChoose({ [part.key]: action })} />
        ))}
      </ul>
    </FormSection>
  );
}
