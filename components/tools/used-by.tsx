import Link from "next/link";
import { FormSection } from "@/components/shared/form/form-section";
import type { Revision } from "@/lib/contract/tools/outputs";

interface UsedByProps {
  slug: string;
  agents: { _id: string; name: string; revisionId: string | null }[];
  revisions: Revision[];
}

/** The agents that have the tool, and which revision each of them uses. */
export function UsedBy({ slug, agents, revisions }: UsedByProps) {
  const findNumber = (id: string) => revisions.find(({ _id }) => _id === id)?.number;
  return (
    <FormSection
      title="Agents that use it"
      description="Each follows the applied revision, or stays with the one that it is pinned to. That is chosen in the agent."
    >
      {agents.length === 0 ? (
        <p className="text-muted text-secondary">
          No agent has this tool yet. Choose{" "}
          <Link href={`/${slug}/agents`} className="text-accent underline">
            an agent
          </Link>{" "}
          and give it the tool in its form.
        </p>
      ) : (
        <ul className="divide-y rounded-control border">
          {agents.map(({ _id, name, revisionId }) => (
            <li key={_id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-3 py-2">
              <Link href={`/${slug}/agent/${_id}`} dir="auto" className="min-w-0 truncate text-body hover:text-accent">
                {name}
              </Link>
              <span className="text-muted text-secondary">
                {revisionId ? `Stays with revision ${findNumber(revisionId) ?? "?"}` : "Follows the applied one"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
