"use client";

import type * as Parts from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { Button } from "./button";
import { deferParts, useParts } from "./deferred";
import { DeferredDialog, DeferredDialogContent } from "./deferred-dialog";
import { overlay } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-dialog"));

export function Sheet(props: ComponentProps<typeof Parts.Root>) {
  return <DeferredDialog of={deferred} {...props} />;
}

const sides = {
  left: "left-0 border-r data-[state=open]:animate-slide-in-left data-[state=closed]:animate-slide-out-left",
  right: "right-0 border-l data-[state=open]:animate-slide-in-right data-[state=closed]:animate-slide-out-right",
};

interface SheetContentProps extends Omit<ComponentProps<typeof Parts.Content>, "title"> {
  title: ReactNode;
  side?: keyof typeof sides;
  /** Title and close button are for screen readers only; the content has its own. */
  hideHeader?: boolean;
}

/** A panel at a side of the window. The caller sets its width: `className="w-72"`. */
export function SheetContent({
  title,
  side = "right",
  hideHeader = false,
  className,
  children,
  ...props
}: SheetContentProps) {
  const Primitive = useParts(deferred);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlay} />
      <DeferredDialogContent
        of={deferred}
        aria-describedby={undefined}
        className={cn(
          "fixed inset-y-0 z-50 flex w-96 max-w-[calc(100vw-2.5rem)] flex-col bg-surface shadow-float",
          sides[side],
          className,
        )}
        {...props}
      >
        <div className={hideHeader ? "sr-only" : "flex h-14 shrink-0 items-center justify-between gap-2 pr-3 pl-4"}>
          <Primitive.Title className="truncate font-semibold text-section">{title}</Primitive.Title>
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close" className="size-8">
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </DeferredDialogContent>
    </Primitive.Portal>
  );
}
