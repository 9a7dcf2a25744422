"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { onFirstInteraction } from "@/components/ui/first-interaction";
import { awaitToasts } from "@/lib/utils/toasts/toast";
import { PlainToasts } from "./plain-toasts";

const loadBox = async () => (await import("./toast-box")).ToastBox;
const ToastBox = lazyPart(loadBox, PlainToasts);

/** Renders toasts. Their code is prefetched, as the first toast may be about a lost network. */
export function Toasts({ nonce }: { nonce: string | undefined }) {
  const [any, setAny] = useState(false);
  useEffect(() => awaitToasts(() => setAny(true)), []);
  useEffect(() => onFirstInteraction(() => void loadBox().catch(() => undefined)), []);
  return <Suspense>{any && <ToastBox nonce={nonce} />}</Suspense>;
}
