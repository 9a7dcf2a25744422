"use client";

import type * as Parts from "@radix-ui/react-tooltip";
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useState } from "react";
import { cn } from "@/lib/utils/cn";
import { DeferredHost, DeferredRelay, DeferredRoot, deferParts, useDeferred } from "./deferred";
import { floatingBox, floatingMotion } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-tooltip"));

/** Hover delay in milliseconds. */
const delay = 300;

interface TooltipProps extends Pick<ComponentProps<typeof Parts.Content>, "side" | "align"> {
  /** Empty: no tooltip. */
  content: ReactNode;
  /** One element that can be focused. */
  children: ReactNode;
}

export function Tooltip({ content, children, ...position }: TooltipProps) {
  if (!content) return children;
  return (
    <DeferredRoot of={deferred}>
      <Trigger>{children}</Trigger>
      <Content {...position}>{content}</Content>
    </DeferredRoot>
  );
}

function Trigger({ children }: { children: ReactNode }) {
  const { load } = useDeferred(deferred);
  const onFocus = ({ currentTarget }: FocusEvent) => load(currentTarget.matches(":focus-visible"));
  return (
    <DeferredHost of={deferred} idle={{ "data-state": "closed" }} onFocus={onFocus}>
      {children}
    </DeferredHost>
  );
}

function Content({ children, ...position }: Omit<TooltipProps, "content">) {
  const { parts: Primitive, openRequested, host } = useDeferred(deferred);
  const [open, setOpen] = useState(false);
  // Radix opens it at the next pointer move, which may not happen after the code is loaded.
  useEffect(() => {
    if (!Primitive) return;
    const timer = setTimeout(() => setOpen((before) => before || host.current?.matches(":hover") === true), delay);
    return () => clearTimeout(timer);
  }, [Primitive, host]);
  useEffect(() => {
    if (Primitive && openRequested) setOpen(true);
  }, [Primitive, openRequested]);
  if (!Primitive) return null;
  return (
    <Primitive.Provider delayDuration={delay}>
      <Primitive.Root open={open} onOpenChange={setOpen}>
        <Primitive.Trigger asChild>
          <DeferredRelay of={deferred} />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className={cn(floatingBox, floatingMotion, "max-w-72 px-2.5 py-1.5 text-label")}
            {...position}
          >
            {children}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
