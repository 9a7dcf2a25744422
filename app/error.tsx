"use client";

import { RouteError } from "@/components/shell/route-error";

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <RouteError error={error} retry={reset} />;
}
