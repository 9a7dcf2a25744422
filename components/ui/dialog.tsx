"use client";

import type * as Parts from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { bottomBar } from "@/lib/utils/browser/bottom-bar";
import { cn } from "@/lib/utils/cn";
import { Button } from "./button";
import { deferParts, useParts } from "./deferred";
import { DeferredDialog, DeferredDialogContent } from "./deferred-dialog";
import { dialogBox, dialogOverlay } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-dialog"));

export function Dialog(props: ComponentProps<typeof Parts.Root>) {
  return <DeferredDialog of={deferred} {...props} />;
}

const widths = { default: "max-w-dialog", wide: "max-w-form", full: "max-w-list" };

interface DialogContentProps extends Omit<ComponentProps<typeof Parts.Content>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** Title and description are for screen readers only. */
  hideHeader?: boolean;
}

export function DialogContent({
  title,
  description,
  width = "default",
  hideHeader = false,
  className,
  children,
  ...props
}: DialogContentProps) {
  const Primitive = useParts(deferred);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={dialogOverlay}>
        <DeferredDialogContent
          of={deferred}
          className={cn(dialogBox, widths[width], className)}
          {...(!description && { "aria-describedby": undefined })}
          {...props}
        >
          <div className={hideHeader ? "sr-only" : "grid grid-cols-1 gap-1 pr-8"}>
            <Primitive.Title className="wrap-anywhere font-semibold text-section">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="wrap-anywhere text-body text-muted">
                {description}
              </Primitive.Description>
            )}
          </div>
          {children}
          {!hideHeader && (
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-4 right-4 size-8">
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          )}
        </DeferredDialogContent>
      </Primitive.Overlay>
    </Primitive.Portal>
  );
}

interface DialogFooterProps extends ComponentProps<"div"> {
  /** Shows a button that cancels. */
  onCancel?: () => void;
  cancel?: string;
}

export function DialogFooter({ className, onCancel, cancel = "Cancel", children, ...props }: DialogFooterProps) {
  return (
    <div ref={bottomBar} className={cn("flex flex-wrap items-center justify-end gap-2", className)} {...props}>
      {onCancel && (
        <Button variant="outline" onClick={onCancel}>
          {cancel}
        </Button>
      )}
      {children}
    </div>
  );
}
