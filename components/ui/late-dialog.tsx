"use client";

import type * as Dialog from "@radix-ui/react-dialog";
import type { ComponentProps, ComponentType } from "react";
import { useFocusReturn } from "./focus-return";
import { type Late, LateRoot, useLate, useParts } from "./late";

type RootProps = ComponentProps<typeof Dialog.Root>;
type ContentProps = ComponentProps<typeof Dialog.Content>;

/** What Radix's dialog and its alert dialog have in common. */
interface Parts {
  Root: ComponentType<RootProps>;
  Content: ComponentType<ContentProps>;
}

/** A dialog whose code is loaded when it is to open. */
export function LateDialog<P extends Parts>({ of, ...props }: RootProps & { of: Late<P> }) {
  return (
    <LateRoot of={of} open={props.open}>
      <Root of={of} {...props} />
    </LateRoot>
  );
}

function Root<P extends Parts>({ of, ...props }: RootProps & { of: Late<P> }) {
  const parts: Parts | undefined = useLate(of).parts;
  return parts ? <parts.Root {...props} /> : null;
}

/** Gives the focus back when it closes. */
export function LateDialogContent<P extends Parts>({ of, ...props }: ContentProps & { of: Late<P> }) {
  const parts: Parts = useParts(of);
  return <parts.Content {...useFocusReturn()} {...props} />;
}
