"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "./toasts/notice";

/** What a route shows when it fails to render. */
export function RouteError({ error, retry }: { error: Error; retry: () => void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <Notice title="This page failed to load" text="Nothing was lost. Try again, and tell support if it stays.">
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}
