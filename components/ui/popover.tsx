"use client";

import type * as Parts from "@radix-ui/react-popover";
import { type ComponentProps, createContext, use } from "react";
import { cn } from "@/lib/utils/cn";
import { LateRelay, LateRoot, lateParts, useLate } from "./late";
import { LateTrigger, type TriggerProps } from "./late-trigger";
import { floatingBox, floatingMotion } from "./styles";

const late = lateParts(() => import("@radix-ui/react-popover"));
const RootProps = createContext<Omit<ComponentProps<typeof Parts.Root>, "children">>({});

export function Popover({ children, ...props }: ComponentProps<typeof Parts.Root>) {
  return (
    <RootProps value={props}>
      <LateRoot of={late} open={props.open}>
        {children}
      </LateRoot>
    </RootProps>
  );
}

export function PopoverTrigger(props: TriggerProps) {
  const { near } = useLate(late);
  const { onOpenChange } = use(RootProps);
  const onClick = (): void => {
    near(true);
    onOpenChange?.(true);
  };
  return <LateTrigger of={late} opens="dialog" handlers={{ onClick }} {...props} />;
}

/** Needs an `aria-label` or `aria-labelledby`. */
export function PopoverContent({
  className,
  align = "start",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof Parts.Content>) {
  const { parts: Primitive, wanted } = useLate(late);
  const root = use(RootProps);
  if (!Primitive) return null;
  return (
    <Primitive.Root defaultOpen={wanted !== false} {...root}>
      <Primitive.Trigger asChild>
        <LateRelay of={late} />
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
