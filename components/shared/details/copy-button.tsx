"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/lib/utils/browser/copy-text";

const feedbackMs = 2_500;

/** Copies text, and shows for a moment whether it worked. */
export function useCopy(): { state: "idle" | "copied" | "failed"; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string): Promise<void> => {
    setState((await copyText(text)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), feedbackMs);
  };
  return { state, copy };
}

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "children"> {
  /** A function if the text is expensive to build. */
  text: string | (() => string);
  /** What it copies, as in "Copy link". */
  label: string;
  /** Shows the label next to the icon. */
  showLabel?: boolean;
}

export function CopyButton({ text, label, showLabel = false, variant = "ghost", size, ...props }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const Icon = state === "copied" ? Check : Copy;
  const stateLabel = { idle: label, copied: "Copied", failed: "Couldn't copy" }[state];
  return (
    <Button
      variant={variant}
      size={size ?? (showLabel ? "sm" : "icon")}
      {...(!showLabel && { "aria-label": stateLabel, title: stateLabel })}
      onClick={() => void copy(typeof text === "string" ? text : text())}
      {...props}
    >
      <Icon aria-hidden />
      {showLabel && stateLabel}
      <span role="status" className="sr-only">
        {state !== "idle" && stateLabel}
      </span>
    </Button>
  );
}
