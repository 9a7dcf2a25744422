"use client";

import { Check, Copy, Link2 } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useCopy } from "@/components/shared/details/copy-button";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Button } from "@/components/ui/button";
import { useReadOnly } from "@/components/ui/read-only";
import { Tooltip } from "@/components/ui/tooltip";
import { isSharedPath } from "@/lib/utils/paths/page-kind";

/** Shown on hover and focus; always where there is no hover. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-0.5 opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 max-lg:opacity-100 motion-reduce:transition-none [@media(hover:none)]:opacity-100">
    {children}
  </div>
);

/** The time of a message, next to its actions. */
export const WrittenAt = ({ date }: { date: string }) => (
  <span className="px-1 text-faint text-label">
    <RelativeTime date={date} />
  </span>
);

interface ActionProps {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  /** Passed on to the button. */
  changes?: boolean;
  onClick(): void;
}

export function Action({ label, icon, pressed, changes = false, onClick }: ActionProps) {
  const isDisabled = useReadOnly() !== undefined && changes;
  return (
    <Tooltip content={isDisabled ? undefined : label}>
      <Button
        variant="ghost"
        size="icon"
        changes={changes}
        className="size-7 text-muted pointer-coarse:size-9"
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}

export function CopyAction({ text }: { text: string }) {
  const { state, copy } = useCopy();
  const label = { idle: "Copy", copied: "Copied", failed: "Couldn't copy" }[state];
  return <Action label={label} icon={state === "copied" ? <Check /> : <Copy />} onClick={() => void copy(text)} />;
}

/** Not for visitors, whose conversation only opens in their own browser. */
export function Permalink({ id }: { id: string }) {
  const shared = isSharedPath(usePathname());
  const { state, copy } = useCopy();
  const label = { idle: "Copy link to message", copied: "Link copied", failed: "Couldn't copy" }[state];
  const link = () => `${window.location.origin}${window.location.pathname}#${id}`;
  return shared ? null : (
    <Action label={label} icon={state === "copied" ? <Check /> : <Link2 />} onClick={() => void copy(link())} />
  );
}
