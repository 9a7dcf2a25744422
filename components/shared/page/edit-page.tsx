"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useInitialValues } from "@/hooks/forms/use-initial-values";
import { useTitle } from "@/hooks/page/use-title";
import { cn } from "@/lib/utils/cn";
import { PageError } from "../status/error-state";
import { PageHeader } from "./page-header";

interface EditPageProps<T extends object> {
  query: UseQueryResult<T>;
  back: { href: string; label: string };
  title(data: T): string;
  /** With room for a preview beside the form. */
  wide?: boolean;
  /** Renders the form. Give it a key that changes with the version, so that a reload remounts it. */
  children(data: T, reload: () => void): ReactNode;
}

const skeletonFields = ["a", "b", "c", "d"];

/** A page that edits a record, with loading and error states and the form's initial values. */
export function EditPage<T extends object>({ query, back, title, wide = false, children }: EditPageProps<T>) {
  const { initial, reload } = useInitialValues(query);
  useTitle(initial && `${title(initial)} · Muster`);
  if (query.error && initial === undefined)
    return <PageError title={back.label} error={query.error} refetch={query.refetch} back={back} />;
  return (
    <div className={cn("mx-auto", wide ? "max-w-list" : "max-w-form")}>
      <PageHeader
        title={initial === undefined ? <Skeleton className="h-6 w-48" /> : title(initial)}
        back={back}
        record={initial}
      />
      {initial === undefined ? (
        <div aria-busy className="grid gap-5 rounded-card border bg-surface p-4">
          {skeletonFields.map((field) => (
            <div key={field} className="grid gap-2">
              <Skeleton className="h-3 w-24" />
              <Skeleton className="h-9" />
            </div>
          ))}
        </div>
      ) : (
        children(initial, () => void reload())
      )}
    </div>
  );
}
