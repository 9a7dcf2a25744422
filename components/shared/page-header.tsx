import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  count?: number | string;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
}

export function PageHeader({ title, count, description, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-4 grid gap-2">
      {back && (
        <Link
          href={back.href}
          className="flex items-center gap-1 justify-self-start text-muted text-secondary hover:text-default"
        >
          <ChevronLeft className="size-4" /> {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 flex-1 basis-52 break-words font-semibold text-title">
          {title} {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {description && <p className="max-w-reading text-muted text-secondary">{description}</p>}
    </header>
  );
}
