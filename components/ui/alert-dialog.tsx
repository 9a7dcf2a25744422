"use client";

import * as Primitive from "@radix-ui/react-alert-dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { useFocusReturn } from "./focus-return";
import { dialogBox, dialogOverlay } from "./styles";

export const AlertDialog = Primitive.Root;
/** Takes a `Button` with `asChild`. */
export const AlertDialogCancel = Primitive.Cancel;

interface AlertDialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, "title"> {
  title: ReactNode;
  description: ReactNode;
}

/** A question that has to be answered: it closes by its buttons and Escape only. */
export function AlertDialogContent({ title, description, className, children, ...props }: AlertDialogContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={dialogOverlay}>
        <Content className={cn(dialogBox, "max-w-dialog", className)} {...props}>
          <div className="grid gap-1">
            <Primitive.Title className="font-semibold text-section">{title}</Primitive.Title>
            <Primitive.Description className="text-body text-muted">{description}</Primitive.Description>
          </div>
          {children}
        </Content>
      </Primitive.Overlay>
    </Primitive.Portal>
  );
}

function Content(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...useFocusReturn()} {...props} />;
}
