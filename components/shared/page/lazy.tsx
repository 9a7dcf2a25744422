"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { lazyDelay } from "@/lib/constants/ui";

/** Shows its children after a delay, so that fast loading does not flicker. */
export function Delayed({ children, delay = lazyDelay }: { children: ReactNode; delay?: number }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return shown ? children : null;
}

interface LazyProps {
  children: ReactNode;
  fallback: ReactNode;
  delay?: number;
}

/** Suspense for `React.lazy` components, with a delayed fallback. */
export function Lazy({ children, fallback, delay }: LazyProps) {
  return <Suspense fallback={<Delayed delay={delay}>{fallback}</Delayed>}>{children}</Suspense>;
}
