import Link from "next/link";
import { FormSection } from "@/components/shared/form/form-section";
import type { Variable } from "@/lib/contract/variables/schemas";

/** The users of the variable, with links. */
export function VariableUsers({ slug, variable }: { slug: string; variable: Variable }) {
  const { usedBy, usedIn } = variable;
  const kinds = [
    { kind: "agent", users: usedIn.agents },
    { kind: "task", users: usedIn.tasks },
  ];
  const more = usedBy - usedIn.agents.length - usedIn.tasks.length;
  return (
    <FormSection title="Used by">
      {usedBy === 0 ? (
        <p className="text-muted text-secondary">Not used yet.</p>
      ) : (
        <ul className="grid gap-1">
          {kinds.flatMap(({ kind, users }) =>
            users.map(({ _id, name }) => (
              <li key={_id} className="flex min-w-0 items-baseline gap-2">
                <Link href={`/${slug}/${kind}/${_id}`} dir="auto" className="truncate text-accent hover:underline">
                  {name}
                </Link>
                <span className="text-label text-muted">{kind}</span>
              </li>
            )),
          )}
          {more > 0 && <li className="text-muted text-secondary">and {more} more</li>}
        </ul>
      )}
    </FormSection>
  );
}
