import { ExternalLink } from "lucide-react";
import Link from "next/link";

/** Leads to another form in a tab of its own, so that the one at hand keeps what was typed. */
export function AddLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} target="_blank" className="inline-flex items-center gap-1 text-accent text-label hover:underline">
      {children}
      <ExternalLink aria-hidden className="size-3" />
      <span className="sr-only">(opens in a new tab)</span>
    </Link>
  );
}
