import Link from "next/link";
import type { ReactNode } from "react";
import { RelativeTime } from "./relative-time";

interface LinkRowProps {
  href: string;
  title: string;
  /** Below the title. */
  detail: ReactNode;
  date: string;
  /** Before the date. */
  children?: ReactNode;
}

/** A row of a list that leads to its item wherever it is pressed. */
export const LinkRow = ({ href, title, detail, date, children }: LinkRowProps) => (
  <li className="relative flex items-center gap-4 px-4 py-2.5 hover:bg-hover">
    <span className="min-w-0 flex-1">
      <Link href={href} dir="auto" className="block truncate text-left font-medium after:absolute after:inset-0">
        {title}
      </Link>
      <span dir="auto" className="block truncate text-left text-label text-muted">
        {detail}
      </span>
    </span>
    {children}
    <span className="shrink-0 text-label text-muted">
      <RelativeTime date={date} />
    </span>
  </li>
);
