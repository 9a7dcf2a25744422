"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { lazyDelay } from "@/lib/constants/ui";

/** Shows its children only after a moment, so that what loads fast never flickers. */
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

/** Around components made by `React.lazy`: the fallback stands in for them, but not before the delay. */
export function Lazy({ children, fallback, delay }: LazyProps) {
  return <Suspense fallback={<Delayed delay={delay}>{fallback}</Delayed>}>{children}</Suspense>;
}
