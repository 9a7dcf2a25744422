import type { ComponentProps } from "react";
import { EmptyState } from "./empty-state";
import { TakeSample } from "./take-sample";

/** An empty list offers the sample beside its own action. */
export function EmptyList({ action, ...props }: ComponentProps<typeof EmptyState>) {
  return (
    <EmptyState
      {...props}
      action={
        <>
          {action}
          <TakeSample />
        </>
      }
    />
  );
}
