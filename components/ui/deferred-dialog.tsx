"use client";

import type * as Dialog from "@radix-ui/react-dialog";
import type { ComponentProps, ComponentType } from "react";
import { type DeferredParts, DeferredRoot, useDeferred, useParts } from "./deferred";
import { useFocusReturn } from "./focus-return";

type RootProps = ComponentProps<typeof Dialog.Root>;
type ContentProps = ComponentProps<typeof Dialog.Content>;

/** The parts that Radix's dialog and alert dialog share. */
interface Parts {
  Root: ComponentType<RootProps>;
  Content: ComponentType<ContentProps>;
}

/** A dialog whose code is loaded when it opens. */
export function DeferredDialog<P extends Parts>({ of, ...props }: RootProps & { of: DeferredParts<P> }) {
  return (
    <DeferredRoot of={of} open={props.open}>
      <Root of={of} {...props} />
    </DeferredRoot>
  );
}

function Root<P extends Parts>({ of, ...props }: RootProps & { of: DeferredParts<P> }) {
  const parts: Parts | undefined = useDeferred(of).parts;
  return parts ? <parts.Root {...props} /> : null;
}

/** Returns the focus when it closes. */
export function DeferredDialogContent<P extends Parts>({ of, ...props }: ContentProps & { of: DeferredParts<P> }) {
  const parts: Parts = useParts(of);
  return <parts.Content {...useFocusReturn()} {...props} />;
}
