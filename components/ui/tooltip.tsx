"use client";

import type * as Parts from "@radix-ui/react-tooltip";
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useState } from "react";
import { cn } from "@/lib/utils/cn";
import { DeferredHost, DeferredRelay, DeferredRoot, deferParts, useDeferred } from "./deferred";
import { floatingBox, floatingMotion } from "./styles";

const late = deferParts(() => import("@radix-ui/react-tooltip"));

/** Hover delay in milliseconds. */
const delay = 300;

interface TooltipProps extends Pick<ComponentProps<typeof Parts.Content>, "side" | "align"> {
  /** Empty: no tooltip. */
  content: ReactNode;
  /** One element that can be focused. */
  children: ReactNode;
}

export function Tooltip({ content, children, ...place }: TooltipProps) {
  if (!content) return children;
  return (
    <DeferredRoot of={late}>
      <Trigger>{children}</Trigger>
      <Content {...place}>{content}</Content>
    </DeferredRoot>
  );
}

function Trigger({ children }: { children: ReactNode }) {
  const { near } = useDeferred(late);
  const onFocus = ({ currentTarget }: FocusEvent) => near(currentTarget.matches(":focus-visible"));
  return (
    <DeferredHost of={late} idle={{ "data-state": "closed" }} onFocus={onFocus}>
      {children}
    </DeferredHost>
  );
}

function Content({ children, ...place }: Omit<TooltipProps, "content">) {
  const { parts: Primitive, wanted, host } = useDeferred(late);
  const [open, setOpen] = useState(false);
  // Radix opens it at the next pointer move, which may not come after the code is loaded.
  useEffect(() => {
    if (!Primitive) return;
    const timer = setTimeout(() => setOpen((before) => before || host.current?.matches(":hover") === true), delay);
    return () => clearTimeout(timer);
  }, [Primitive, host]);
  useEffect(() => {
    if (Primitive && wanted) setOpen(true);
  }, [Primitive, wanted]);
  if (!Primitive) return null;
  return (
    <Primitive.Provider delayDuration={delay}>
      <Primitive.Root open={open} onOpenChange={setOpen}>
        <Primitive.Trigger asChild>
          <DeferredRelay of={late} />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className={cn(floatingBox, floatingMotion, "max-w-72 px-2.5 py-1.5 text-label")}
            {...place}
          >
            {children}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
