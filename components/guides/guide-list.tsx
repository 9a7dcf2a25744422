import Link from "next/link";
import { PageHeader } from "@/components/shared/page/page-header";
import { readGuides } from "./read-guides";

export const GuideList = () => (
  <div className="mx-auto w-full max-w-list">
    <PageHeader title="Guides" description="Short instructions, from your first agent to your own server." />
    <ol className="grid gap-3 sm:grid-cols-2">
      {readGuides().map(({ slug, title, summary }) => (
        <li key={slug}>
          <Link
            href={`/guide/${slug}`}
            className="grid h-full content-start gap-1 rounded-card border bg-surface p-4 hover:border-strong"
          >
            <span className="font-medium">{title}</span>
            <span className="text-muted text-secondary">{summary}</span>
          </Link>
        </li>
      ))}
    </ol>
  </div>
);
