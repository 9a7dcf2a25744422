import Link from "next/link";
import type { ReactNode } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import type { UsedBy } from "@/lib/contract/base/error";
import { kindLabel } from "@/lib/utils/text/kind-label";

interface UsersSectionProps {
  slug: string;
  /** The users that are named. */
  users: UsedBy;
  /** The number of all users. */
  usedBy: number;
  /** Describes the others; `and 3 more` by default. */
  others?: ReactNode;
}

/** What uses a record, with links. */
export function UsersSection({ slug, users, usedBy, others }: UsersSectionProps) {
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
              <span className="text-label text-muted">{kindLabel(type)}</span>
            </li>
          ))}
          {more > 0 && <li className="text-muted text-secondary">{others ?? `and ${more} more`}</li>}
        </ul>
      )}
    </FormSection>
  );
}
