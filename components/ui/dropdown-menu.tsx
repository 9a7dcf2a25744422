"use client";

import type * as Parts from "@radix-ui/react-dropdown-menu";
import { Check, Circle } from "lucide-react";
import { type ComponentProps, createContext, use, useRef } from "react";
import { cn } from "@/lib/utils/cn";
import { DeferredRelay, DeferredRoot, deferParts, openOnPress, useDeferred, useParts } from "./deferred";
import { DeferredTrigger, type TriggerProps } from "./deferred-trigger";
import { floatingBox, floatingMotion, menuItem, menuLabel } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-dropdown-menu"));
const RootProps = createContext<Omit<ComponentProps<typeof Parts.Root>, "children">>({});

/** Not modal, so that screen readers can still read the page and the trigger. */
export function DropdownMenu({ children, ...props }: ComponentProps<typeof Parts.Root>) {
  return (
    <RootProps value={props}>
      <DeferredRoot of={deferred}>{children}</DeferredRoot>
    </RootProps>
  );
}

export function DropdownMenuTrigger(props: TriggerProps) {
  const { load } = useDeferred(deferred);
  return <DeferredTrigger of={deferred} opens="menu" handlers={openOnPress(load)} {...props} />;
}

export function DropdownMenuRadioGroup(props: ComponentProps<typeof Parts.RadioGroup>) {
  const Menu = useParts(deferred);
  return <Menu.RadioGroup {...props} />;
}

const box = cn(floatingBox, floatingMotion, "min-w-44 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto p-1");
const item = cn(menuItem, "data-[highlighted]:bg-hover");

export function DropdownMenuContent({ className, sideOffset = 4, ...props }: ComponentProps<typeof Parts.Content>) {
  const { parts: Menu, openRequested } = useDeferred(deferred);
  const root = use(RootProps);
  const entered = useRef(false);
  if (!Menu) return null;
  return (
    <Menu.Root modal={false} defaultOpen={openRequested !== false} {...root}>
      <Menu.Trigger asChild>
        <DeferredRelay of={deferred} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          // If the menu was opened by a key before Radix was loaded, focus the first item.
          onFocus={({ target, currentTarget }) => {
            if (openRequested !== "key" || entered.current || target !== currentTarget) return;
            entered.current = true;
            currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
          }}
          sideOffset={sideOffset}
          collisionPadding={8}
          className={cn(box, "max-h-(--radix-dropdown-menu-content-available-height)", className)}
          {...props}
        />
      </Menu.Portal>
    </Menu.Root>
  );
}

export function DropdownMenuItem({
  className,
  danger = false,
  ...props
}: ComponentProps<typeof Parts.Item> & { danger?: boolean }) {
  const Menu = useParts(deferred);
  return <Menu.Item className={cn(item, danger && "text-danger [&>svg]:text-danger", className)} {...props} />;
}

export function DropdownMenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Parts.CheckboxItem>) {
  const Menu = useParts(deferred);
  return (
    <Menu.CheckboxItem className={cn(item, "pl-8", className)} {...props}>
      <Menu.ItemIndicator className="absolute left-2">
        <Check aria-hidden className="size-4" />
      </Menu.ItemIndicator>
      {children}
    </Menu.CheckboxItem>
  );
}

export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Parts.RadioItem>) {
  const Menu = useParts(deferred);
  return (
    <Menu.RadioItem className={cn(item, "pl-8", className)} {...props}>
      <Menu.ItemIndicator className="absolute left-3">
        <Circle aria-hidden className="size-2 fill-current" />
      </Menu.ItemIndicator>
      {children}
    </Menu.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Parts.Label>) {
  const Menu = useParts(deferred);
  return <Menu.Label className={cn(menuLabel, className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Parts.Separator>) {
  const Menu = useParts(deferred);
  return <Menu.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...props} />;
}
