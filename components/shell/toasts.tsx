"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { awaitToasts } from "@/lib/utils/toast";

const ToastBox = lazy(() => import("./toast-box").then(({ ToastBox }) => ({ default: ToastBox })));

/** The place of the toasts, from the first one on. */
export function Toasts({ nonce }: { nonce: string | undefined }) {
  const [any, setAny] = useState(false);
  useEffect(() => awaitToasts(() => setAny(true)), []);
  return <Suspense>{any && <ToastBox nonce={nonce} />}</Suspense>;
}
