"use client";

import * as Primitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { Button } from "./button";
import { useFocusReturn } from "./focus-return";
import { dialogBox, dialogOverlay } from "./styles";

export const Dialog = Primitive.Root;

const widths = { default: "max-w-dialog", wide: "max-w-form", full: "max-w-list" };

interface DialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, "title"> {
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
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={dialogOverlay}>
        <Content
          className={cn(dialogBox, widths[width], className)}
          {...(!description && { "aria-describedby": undefined })}
          {...props}
        >
          <div className={hideHeader ? "sr-only" : "grid gap-1 pr-8"}>
            <Primitive.Title className="font-semibold text-section">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="text-body text-muted">{description}</Primitive.Description>
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
        </Content>
      </Primitive.Overlay>
    </Primitive.Portal>
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-wrap items-center justify-end gap-2", className)} {...props} />;
}

function Content(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...useFocusReturn()} {...props} />;
}
