import Link from "next/link";
import { type ReactNode, useId } from "react";

interface HomePanelProps {
  title: ReactNode;
  /** Where its link leads. */
  href: string;
  link: string;
  children: ReactNode;
}

/** A titled part of the home page with a link to the whole. */
export function HomePanel({ title, href, link, children }: HomePanelProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid min-w-0 grid-cols-1 content-start gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={heading} className="font-semibold text-section">
          {title}
        </h2>
        <Link href={href} className="text-accent text-secondary hover:underline">
          {link}
        </Link>
      </div>
      <div className="overflow-hidden rounded-card border bg-surface p-4">{children}</div>
    </section>
  );
}
