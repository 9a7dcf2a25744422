import { ExternalLink } from "lucide-react";
import Link from "next/link";

/** Link to another form in a new tab, so that the present form keeps its values. */
export function AddLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} target="_blank" className="inline-flex items-center gap-1 text-accent text-label hover:underline">
      {children}
      <ExternalLink aria-hidden className="size-3" />
      <span className="sr-only">(opens in a new tab)</span>
    </Link>
  );
}
