"use client";

import type * as Parts from "@radix-ui/react-alert-dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { deferParts, useParts } from "./deferred";
import { DeferredDialog, DeferredDialogContent } from "./deferred-dialog";
import { dialogBox, dialogOverlay } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-alert-dialog"));

export function AlertDialog(props: ComponentProps<typeof Parts.Root>) {
  return <DeferredDialog of={deferred} {...props} />;
}

/** Takes a `Button` with `asChild`. */
export function AlertDialogCancel(props: ComponentProps<typeof Parts.Cancel>) {
  const Primitive = useParts(deferred);
  return <Primitive.Cancel {...props} />;
}

interface AlertDialogContentProps extends Omit<ComponentProps<typeof Parts.Content>, "title"> {
  title: ReactNode;
  description: ReactNode;
}

/** A question that has to be answered: only its buttons and Escape close it. */
export function AlertDialogContent({ title, description, className, children, ...props }: AlertDialogContentProps) {
  const Primitive = useParts(deferred);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={dialogOverlay}>
        <DeferredDialogContent of={deferred} className={cn(dialogBox, "max-w-dialog", className)} {...props}>
          <div className="grid grid-cols-1 gap-1">
            <Primitive.Title className="wrap-anywhere font-semibold text-section">{title}</Primitive.Title>
            <Primitive.Description className="wrap-anywhere text-body text-muted">{description}</Primitive.Description>
          </div>
          {children}
        </DeferredDialogContent>
      </Primitive.Overlay>
    </Primitive.Portal>
  );
}
