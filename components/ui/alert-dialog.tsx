"use client";

import type * as Parts from "@radix-ui/react-alert-dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { useFocusReturn } from "./focus-return";
import { LateRoot, lateParts, useLate, useParts } from "./late";
import { dialogBox, dialogOverlay } from "./styles";

const late = lateParts(() => import("@radix-ui/react-alert-dialog"));

export function AlertDialog(props: ComponentProps<typeof Parts.Root>) {
  return (
    <LateRoot of={late} open={props.open}>
      <Root {...props} />
    </LateRoot>
  );
}

function Root(props: ComponentProps<typeof Parts.Root>) {
  const { parts: Primitive } = useLate(late);
  return Primitive ? <Primitive.Root {...props} /> : null;
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
        <Content className={cn(dialogBox, "max-w-dialog", className)} {...props}>
          <div className="grid grid-cols-1 gap-1">
            <Primitive.Title className="wrap-anywhere font-semibold text-section">{title}</Primitive.Title>
            <Primitive.Description className="wrap-anywhere text-body text-muted">{description}</Primitive.Description>
          </div>
          {children}
        </Content>
      </Primitive.Overlay>
    </Primitive.Portal>
  );
}

function Content(props: ComponentProps<typeof Parts.Content>) {
  const Primitive = useParts(late);
  return <Primitive.Content {...useFocusReturn()} {...props} />;
}
