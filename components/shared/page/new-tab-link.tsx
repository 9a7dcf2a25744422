import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";

/** A link within a sentence that opens a page in a new tab, so that the present one keeps its state. */
export const NewTabLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="whitespace-nowrap text-accent underline underline-offset-2"
  >
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
    <ExternalLink aria-hidden className="ml-0.5 inline size-3" />
  </a>
);
