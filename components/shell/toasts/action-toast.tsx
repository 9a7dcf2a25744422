"use client";

import { Button } from "@/components/ui/button";
import type { ToastAction } from "@/lib/utils/toasts/toast";

interface ActionToastProps {
  text: string;
  action: ToastAction;
  onClose(): void;
}

/** A toast with a button, which closes it. */
export function ActionToast({ text, action, onClose }: ActionToastProps) {
  return (
    <div className="flex flex-auto items-center justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <Button
        variant="outline"
        className="shrink-0"
        onClick={() => {
          onClose();
          action.run();
        }}
      >
        {action.label}
      </Button>
    </div>
  );
}
