import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode, Ref } from "react";
import { cn } from "@/lib/utils/cn";
import { DeveloperFacts } from "../details/developer-facts";

interface PageHeaderProps {
  title: ReactNode;
  /** Heading level: 2 for a part of a page that has its own title, 4 for a part of a card. */
  level?: 1 | 2 | 4;
  count?: number | string;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  /** The record that the page is about, or the response that contains it. */
  record?: object | undefined;
  /** For a heading that receives focus. */
  headingRef?: Ref<HTMLHeadingElement>;
}

export function PageHeader({
  title,
  level = 1,
  count,
  description,
  actions,
  back,
  record,
  headingRef,
}: PageHeaderProps) {
  const Heading = `h${level}` as const;
  const size = level === 4 ? "text-label" : "text-title";
  return (
    <header className="mb-4 grid grid-cols-1 gap-1">
      {back && (
        <Link
          href={back.href}
          className="-ml-1 inline-flex max-w-full items-center gap-0.5 justify-self-start rounded-mark pr-1 text-muted text-secondary hover:text-default"
        >
          <ChevronLeft aria-hidden className="size-4 shrink-0" />
          <span dir="auto" className="truncate">
            {back.label}
          </span>
        </Link>
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <Heading
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
          className={cn(
            "flex min-w-0 flex-auto items-baseline gap-2 wrap-anywhere sm:basis-52 font-semibold outline-none",
            size,
          )}
        >
          {title}
          {count !== undefined && <span className="font-normal text-body text-muted tabular-nums">{count}</span>}
        </Heading>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <DeveloperFacts of={record} />
      {description && <p className="wrap-anywhere max-w-reading text-body text-muted">{description}</p>}
    </header>
  );
}
