"use client";

import { RouteError } from "@/components/shell/route-error";
import "@/styles/globals.css";

export default function GlobalError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <RouteError error={error} retry={reset} />
      </body>
    </html>
  );
}
