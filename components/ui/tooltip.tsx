"use client";

import { Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { floatingBox, floatingMotion } from "./styles";

interface TooltipProps extends Pick<ComponentProps<typeof Content>, "side" | "align"> {
  /** Without any, the child stands alone. */
  content: ReactNode;
  /** One element that can be focused. */
  children: ReactNode;
}

export function Tooltip({ content, children, ...place }: TooltipProps) {
  if (!content) return children;
  return (
    <Provider delayDuration={300}>
      <Root>
        <Trigger asChild>{children}</Trigger>
        <Portal>
          <Content
            sideOffset={6}
            collisionPadding={8}
            className={cn(floatingBox, floatingMotion, "max-w-72 px-2.5 py-1.5 text-label")}
            {...place}
          >
            {content}
          </Content>
        </Portal>
      </Root>
    </Provider>
  );
}
