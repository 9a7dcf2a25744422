import Link from "next/link";
import { type ReactNode, useId } from "react";

interface LinkedSectionProps {
  title: ReactNode;
  /** Where its link leads; absent: no link. */
  href?: string | undefined;
  link: string;
  label?: string;
  children: ReactNode;
}

/** A titled part of a page, with a link to the whole of what it shows. */
export function LinkedSection({ title, href, link, label, children }: LinkedSectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid min-w-0 grid-cols-1 content-start gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={heading} className="font-semibold text-section">
          {title}
        </h2>
        {href && (
          <Link href={href} prefetch={false} aria-label={label} className="text-accent text-secondary hover:underline">
            {link}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
