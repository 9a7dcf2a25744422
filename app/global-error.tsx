"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { useState } from "react";
import { RouteError } from "@/components/shell/route-error";
import { cn } from "@/lib/utils/cn";
import "@/styles/globals.css";

/** Replaces the root layout, so it repeats the layout's look. */
export default function GlobalError({ error, reset }: { error: Error; reset: () => void }) {
  const [dark] = useState(() => typeof document !== "undefined" && document.documentElement.classList.contains("dark"));
  return (
    <html lang="en" className={cn(GeistSans.variable, GeistMono.variable, dark && "dark")}>
      <head>
        <title>Muster</title>
      </head>
      <body>
        <main>
          <RouteError error={error} retry={reset} />
        </main>
      </body>
    </html>
  );
}
