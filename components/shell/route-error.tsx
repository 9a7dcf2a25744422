"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "./toasts/notice";

/** What a route shows when it fails to render. */
export function RouteError({ error, retry }: { error: Error; retry: () => void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <Notice title="This page failed to load" text="Try again. If it keeps failing, contact support.">
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}
