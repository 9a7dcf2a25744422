"use client";

import type * as Parts from "@radix-ui/react-tooltip";
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useState } from "react";
import { cn } from "@/lib/utils/cn";
import { LateHost, LateRelay, LateRoot, lateParts, useLate } from "./late";
import { floatingBox, floatingMotion } from "./styles";

const late = lateParts(() => import("@radix-ui/react-tooltip"));

/** Milliseconds of a pointer's rest. */
const delay = 300;

interface TooltipProps extends Pick<ComponentProps<typeof Parts.Content>, "side" | "align"> {
  /** Without any, the child stands alone. */
  content: ReactNode;
  /** One element that can be focused. */
  children: ReactNode;
}

export function Tooltip({ content, children, ...place }: TooltipProps) {
  if (!content) return children;
  return (
    <LateRoot of={late}>
      <Trigger>{children}</Trigger>
      <Content {...place}>{content}</Content>
    </LateRoot>
  );
}

function Trigger({ children }: { children: ReactNode }) {
  const { near } = useLate(late);
  const onFocus = ({ currentTarget }: FocusEvent) => near(currentTarget.matches(":focus-visible"));
  return (
    <LateHost of={late} idle={{ "data-state": "closed" }} onFocus={onFocus}>
      {children}
    </LateHost>
  );
}

function Content({ children, ...place }: Omit<TooltipProps, "content">) {
  const { parts: Primitive, wanted, host } = useLate(late);
  const [open, setOpen] = useState(false);
  // Radix opens it at the next move of a pointer, and the one that brought the code here may be the last.
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
          <LateRelay of={late} />
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
