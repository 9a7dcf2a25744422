"use client";

import type * as Parts from "@radix-ui/react-alert-dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { deferParts, useParts } from "./deferred";
import { DeferredDialog, DeferredDialogContent } from "./deferred-dialog";
import { dialogBox, dialogOverlay } from "./styles";

const late = deferParts(() => import("@radix-ui/react-alert-dialog"));

export function AlertDialog(props: ComponentProps<typeof Parts.Root>) {
  return <DeferredDialog of={late} {...props} />;
}

/** Takes a `Button` with `asChild`. */
export function AlertDialogCancel(props: ComponentProps<typeof Parts.Cancel>) {
  const Primitive = useParts(late);
  return <Primitive.Cancel {...props} />;
}

interface AlertDialogContentProps extends Omit<ComponentProps<typeof Parts.Content>, "title"> {
  title: ReactNode;
  description: ReactNode;
}

/** A question that has to be answered: it closes by its buttons and Escape only. */
export function AlertDialogContent({ title, description, className, children, ...props }: AlertDialogContentProps) {
  const Primitive = useParts(late);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={dialogOverlay}>
        <DeferredDialogContent of={late} className={cn(dialogBox, "max-w-dialog", className)} {...props}>
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
