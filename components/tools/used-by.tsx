import Link from "next/link";
import { FormSection } from "@/components/shared/form/form-section";
import type { Revision } from "@/lib/contract/tools/outputs";

interface UsedByProps {
  slug: string;
  agents: { _id: string; name: string; revisionId: string | null }[];
  tasks: { _id: string; name: string }[];
  revisions: Revision[];
}

/** The agents and tasks that have the tool, and which revision each agent uses. */
export function UsedBy({ slug, agents, tasks, revisions }: UsedByProps) {
  const findNumber = (id: string) => revisions.find(({ _id }) => _id === id)?.number;
  const users = [
    ...agents.map(({ _id, name, revisionId }) => {
      const revision = revisionId ? `Pinned to revision ${findNumber(revisionId) ?? "?"}` : "Latest applied";
      return { href: `/${slug}/agent/${_id}`, name, detail: revision };
    }),
    ...tasks.map(({ _id, name }) => ({ href: `/${slug}/task/${_id}`, name, detail: "Task" })),
  ];
  return (
    <FormSection
      title="Agents and tasks"
      description="Agents use the latest applied revision unless they are pinned to another one. Change this in the agent."
    >
      {users.length === 0 ? (
        <p className="text-muted text-secondary">
          No agent uses this tool yet. Open{" "}
          <Link href={`/${slug}/agents`} className="text-accent underline">
            an agent
          </Link>{" "}
          and add the tool there.
        </p>
      ) : (
        <ul className="divide-y rounded-control border">
          {users.map(({ href, name, detail }) => (
            <li key={href} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-3 py-2">
              <Link href={href} dir="auto" className="min-w-0 truncate text-body hover:text-accent">
                {name}
              </Link>
              <span className="text-muted text-secondary">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
