import type { ComponentProps } from "react";
import { AddSampleButton } from "../dialogs/add-sample-button";
import { EmptyState } from "./empty-state";

/** An empty state that also offers the sample app. */
export function EmptyList({ action, ...props }: ComponentProps<typeof EmptyState>) {
  return (
    <EmptyState
      {...props}
      action={
        <>
          {action}
          <AddSampleButton />
        </>
      }
    />
  );
}
