"use client";

import { useEffect, useState } from "react";
import { toastAutoClose } from "@/lib/constants/ui";
import { showToasts } from "@/lib/utils/toasts/toast";

/** Shows the newest toast if the toast code cannot be loaded. */
export function PlainToasts(_: { nonce: string | undefined }) {
  const [text, setText] = useState<string>();
  useEffect(() => showToasts((toast) => setText(toast.text)), []);
  useEffect(() => {
    const timer = setTimeout(() => setText(undefined), toastAutoClose);
    return () => clearTimeout(timer);
  }, []);
  if (!text) return null;
  return (
    <p
      role="alert"
      className="fixed top-4 right-4 z-50 max-w-sm rounded-card border bg-raised p-4 text-body shadow-float"
    >
      {text}
    </p>
  );
}
