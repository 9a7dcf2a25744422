import Link from "next/link";
import { FormSection } from "@/components/shared/form/form-section";
import type { VectorDb } from "@/lib/contract/vectordbs/schemas";
import { kindLabel } from "@/lib/utils/text/kind-label";

/** The datasources that keep vectors there, with links. */
export function VectorDbUsers({ slug, vectorDb: { usedBy, usedIn } }: { slug: string; vectorDb: VectorDb }) {
  const more = usedBy - usedIn.length;
  return (
    <FormSection title="Used by">
      {usedBy === 0 ? (
        <p className="text-muted text-secondary">Not used yet.</p>
      ) : (
        <ul className="grid gap-1">
          {usedIn.map(({ type, _id, name }) => (
            <li key={_id} className="flex min-w-0 items-baseline gap-2">
              <Link href={`/${slug}/${type}/${_id}`} dir="auto" className="truncate text-accent hover:underline">
                {name}
              </Link>
              <span className="text-label text-muted">{kindLabel(type)}</span>
            </li>
          ))}
          {more > 0 && <li className="text-muted text-secondary">and {more} more</li>}
        </ul>
      )}
    </FormSection>
  );
}
