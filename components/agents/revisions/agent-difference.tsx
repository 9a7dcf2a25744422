"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { AgentDefinition } from "@/lib/contract/agents/definition";
import { buildDefinitionParts } from "./definition-parts";

const DifferenceView = lazyPart(async () => (await import("@/components/shared/code/difference-view")).DifferenceView);

interface AgentDifferenceProps {
  applied: AgentDefinition;
  other: AgentDefinition;
  names: Readonly<Record<string, string>>;
  labels: [applied: string, other: string];
}

/** The changes that applying the other definition would make. */
export function AgentDifference({ applied, other, names, labels }: AgentDifferenceProps) {
  const parts = buildDefinitionParts(applied, other, names);
  return (
    <FormSection title="Difference" description="What changes if this is applied.">
      {parts.length === 0 && <p className="text-muted text-secondary">Same as the applied revision.</p>}
      {parts.map(({ title, before, after }) => (
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
