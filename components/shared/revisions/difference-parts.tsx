"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";

const DifferenceView = lazyPart(async () => (await import("@/components/shared/code/difference-view")).DifferenceView);

/** A part of two definitions, as texts to compare. */
export interface DefinitionPart {
  title: string;
  before: string;
  after: string;
}

interface DifferencePartsProps {
  parts: DefinitionPart[];
  labels: [applied: string, other: string];
}

/** The changes that applying the other definition would make. */
export function DifferenceParts({ parts, labels }: DifferencePartsProps) {
  const changed = parts.filter(({ before, after }) => before !== after);
  return (
    <FormSection title="Difference" description="Changes if this revision is applied.">
      {changed.length === 0 && <p className="text-muted text-secondary">Same as the applied revision.</p>}
      {changed.map(({ title, before, after }) => (
        <div key={title} className="grid min-w-0 gap-1.5">
          <h3 className="font-medium text-label">{title}</h3>
          <Lazy fallback={<Skeleton className="h-24" />}>
            <DifferenceView before={before} after={after} language="text" labels={labels} />
          </Lazy>
        </div>
      ))}
    </FormSection>
  );
}
