import Link from "next/link";
import { listUsers } from "@/components/shared/dialogs/delete-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import type { Variable } from "@/lib/contract/variables/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The users of the variable, with links. */
export function VariableUsers({ slug, variable }: { slug: string; variable: Variable }) {
  const { usedBy, usedIn } = variable;
  const users = listUsers(usedIn);
  const more = usedBy - users.length;
  return (
    <FormSection title="Used by">
      {usedBy === 0 ? (
        <p className="text-muted text-secondary">Not used yet.</p>
      ) : (
        <ul className="grid gap-1">
          {users.map(({ type, _id, name }) => (
            <li key={_id} className="flex min-w-0 items-baseline gap-2">
              <Link href={`/${slug}/${type}/${_id}`} dir="auto" className="truncate text-accent hover:underline">
                {name}
              </Link>
              <span className="text-label text-muted">{type}</span>
            </li>
          ))}
          {more > 0 && (
            <li className="text-muted text-secondary">
              {users.length > 0 ? `and ${more} more` : pluralize(more, "private app")}
            </li>
          )}
        </ul>
      )}
    </FormSection>
  );
}
