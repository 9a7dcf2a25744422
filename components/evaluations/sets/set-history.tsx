"use client";

import Link from "next/link";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { FormSection } from "@/components/shared/form/form-section";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { evaluations } from "@/lib/contract/evaluations/calls";
import { testsets } from "@/lib/contract/testsets/calls";
import { pluralize } from "@/lib/utils/text/pluralize";
import { RateBar } from "../rate-bar";
import { StatusBadge } from "../results/badges";

interface HistoryProps {
  slug: string;
  testsetId: string;
}

/** The evaluations of a test set, and its revisions. */
export function SetHistory({ slug, testsetId }: HistoryProps) {
  const params = { resourceSlug: slug };
  const list = useEndpoint(evaluations.list, { params, query: { testsetId, limit: 20 } });
  const revisions = useEndpoint(testsets.revisions, { params: { ...params, testsetId } });
  const failed = [list, revisions].find(({ error }) => error);
  if (failed) return <QueryError error={failed.error} refetch={failed.refetch} />;
  if (!list.data || !revisions.data) return <Skeleton className="h-40 rounded-card" />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <FormSection title="Evaluations" description="The latest 20, newest first.">
        {list.data.evaluations.length === 0 && <p className="text-muted text-secondary">Not run yet.</p>}
        <ul className="divide-y">
          {list.data.evaluations.map(({ _id, label, status, rate, dateCreated, author }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <span className="grid min-w-0">
                <Link href={`/${slug}/evaluation/${_id}`} className="truncate font-medium hover:underline">
                  {label}
                </Link>
                <span className="text-muted text-secondary">
                  <RelativeTime date={dateCreated} />
                  {author && ` · ${author}`}
                </span>
              </span>
              {status === "completed" ? <RateBar rate={rate} /> : <StatusBadge status={status} />}
            </li>
          ))}
        </ul>
      </FormSection>
      <FormSection title="Revisions" description="Each result records the test set revision that it was measured with.">
        <ol className="divide-y">
          {revisions.data.revisions.map(({ number, cases, author, date }) => (
            <li key={number} className="flex items-baseline justify-between gap-4 py-2">
              <span>
                Revision {number} <span className="text-muted text-secondary">· {pluralize(cases, "case")}</span>
              </span>
              <span className="text-right text-muted text-secondary">
                {author && `${author} · `}
                <RelativeTime date={date} />
              </span>
            </li>
          ))}
        </ol>
      </FormSection>
    </div>
  );
}
