"use client";

import { useEffect } from "react";
import { useOneToast } from "@/context/one-toast";
import { toastAutoClose } from "@/lib/constants/ui";

/** Shows the toast of the one-toast store. */
export function OneToast() {
  const { toast, dismiss } = useOneToast();
  const id = toast?.open ? toast.id : null;
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(dismiss, toastAutoClose);
    return () => clearTimeout(timer);
  }, [id, dismiss]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1.5rem+var(--bottom-bar,0px))] z-50 flex justify-center"
    >
      {toast?.open && (
        <p className="pointer-events-auto rounded-control border border-border bg-raised px-3 py-2 text-body text-default shadow-float">
          {toast.text}
        </p>
      )}
    </div>
  );
}
