import type { ReactNode } from "react";
import { cn } from "@/lib/utils/cn";

/** A form with a test panel next to it, if there is room. */
export function EditorColumns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div
      className={cn(
        "grid grid-cols-1 items-start gap-4",
        aside ? "xl:grid-cols-[minmax(0,1fr)_26rem]" : "w-full max-w-form",
      )}
    >
      <div className="min-w-0">{children}</div>
      {aside && <aside className="grid min-w-0 grid-cols-1 gap-4 xl:sticky xl:top-0">{aside}</aside>}
    </div>
  );
}
