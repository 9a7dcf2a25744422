"use client";

import type * as Parts from "@radix-ui/react-popover";
import { type ComponentProps, createContext, use } from "react";
import { cn } from "@/lib/utils/cn";
import { DeferredRelay, DeferredRoot, deferParts, useDeferred } from "./deferred";
import { DeferredTrigger, type TriggerProps } from "./deferred-trigger";
import { floatingBox, floatingMotion } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-popover"));
const RootProps = createContext<Omit<ComponentProps<typeof Parts.Root>, "children">>({});

export function Popover({ children, ...props }: ComponentProps<typeof Parts.Root>) {
  return (
    <RootProps value={props}>
      <DeferredRoot of={deferred} open={props.open}>
        {children}
      </DeferredRoot>
    </RootProps>
  );
}

export function PopoverTrigger(props: TriggerProps) {
  const { load } = useDeferred(deferred);
  const { onOpenChange } = use(RootProps);
  const onClick = (): void => {
    load(true);
    onOpenChange?.(true);
  };
  return <DeferredTrigger of={deferred} opens="dialog" handlers={{ onClick }} {...props} />;
}

/** Needs an `aria-label` or `aria-labelledby`. */
export function PopoverContent({
  className,
  align = "start",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof Parts.Content>) {
  const { parts: Primitive, openRequested } = useDeferred(deferred);
  const root = use(RootProps);
  if (!Primitive) return null;
  return (
    <Primitive.Root defaultOpen={openRequested !== false} {...root}>
      <Primitive.Trigger asChild>
        <DeferredRelay of={deferred} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={sideOffset}
          collisionPadding={8}
          className={cn(floatingBox, floatingMotion, "w-72 max-w-[calc(100vw-1rem)] p-4 outline-none", className)}
          {...props}
        />
      </Primitive.Portal>
    </Primitive.Root>
  );
}
