"use client";

import { Delayed } from "@/components/shared/page/lazy";
import { Skeleton } from "@/components/ui/skeleton";

export function PageSkeleton() {
  return (
    <Delayed>
      <div role="status" aria-label="Loading" className="mx-auto flex w-full max-w-list flex-col gap-4">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Delayed>
  );
}
