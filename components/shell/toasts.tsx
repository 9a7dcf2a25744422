"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { onFirstSign } from "@/components/ui/first-sign";
import { awaitToasts } from "@/lib/utils/toast";
import { PlainToasts } from "./plain-toasts";

const loadBox = async () => (await import("./toast-box")).ToastBox;
const ToastBox = lazyPart(loadBox, PlainToasts);

/** The place of the toasts, from the first one on. Their code is fetched before: the first may say that there is no network. */
export function Toasts({ nonce }: { nonce: string | undefined }) {
  const [any, setAny] = useState(false);
  useEffect(() => awaitToasts(() => setAny(true)), []);
  useEffect(() => onFirstSign(() => void loadBox().catch(() => undefined)), []);
  return <Suspense>{any && <ToastBox nonce={nonce} />}</Suspense>;
}
