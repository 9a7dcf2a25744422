import Link from "next/link";
import { builtinLibrary } from "@/lib/constants/builtin-tools";

/** The built-in tools, each added with one click. */
export function Library({ slug }: { slug: string }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {builtinLibrary.map(({ id, name, description, host }) => (
        <li key={id} className="grid">
          <Link
            href={`/${slug}/tool/add?type=builtin&builtin=${id}`}
            className="grid content-start gap-1 rounded-card border bg-surface p-4 hover:border-strong hover:bg-hover"
          >
            <span className="font-medium text-body">{name}</span>
            <span className="text-muted text-secondary">{description}</span>
            {host && <span className="text-faint text-label">Connects to {host}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
