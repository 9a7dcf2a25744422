"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { ToolType } from "@/lib/constants/tools";
import { tools } from "@/lib/contract/tools/calls";
import type { Revision } from "@/lib/contract/tools/outputs";
import { buildDefinitionParts } from "./definition-parts";

const DifferenceView = lazyPart(async () => (await import("@/components/shared/code/difference-view")).DifferenceView);

interface RevisionDifferenceProps {
  slug: string;
  type: ToolType;
  applied: Revision;
  other: Revision;
}

/** The definition of a revision; those of old or large revisions are loaded on demand. */
function useDefinition(slug: string, { _id, definition }: Revision) {
  const params = { resourceSlug: slug, revisionId: _id };
  const read = useEndpoint(tools.revision, { params, enabled: definition === null });
  return definition ?? read.data?.revision.definition ?? undefined;
}

/** The changes that applying the other revision would make. */
export function RevisionDifference({ slug, type, applied, other }: RevisionDifferenceProps) {
  const before = useDefinition(slug, applied);
  const after = useDefinition(slug, other);
  if (!before || !after) return <Skeleton className="h-64 rounded-card" />;
  const parts = buildDefinitionParts(type, before, after);
  const labels: [string, string] = [`Revision ${applied.number}, applied`, `Revision ${other.number}`];
  return (
    <FormSection
      title="Difference"
      description={
        other.applied
          ? "This revision is applied. Select another to compare."
          : `Changes if revision ${other.number} is applied.`
      }
    >
      {parts.length === 0 && !other.applied && (
        <p className="text-muted text-secondary">These revisions differ only in secret values.</p>
      )}
      {!other.applied &&
        parts.map((part) => (
          <div key={part.title} className="grid min-w-0 gap-1.5">
            <h3 className="font-medium text-label">{part.title}</h3>
            <Lazy fallback={<Skeleton className="h-40" />}>
              <DifferenceView before={part.before} after={part.after} language={part.language} labels={labels} />
            </Lazy>
          </div>
        ))}
    </FormSection>
  );
}
