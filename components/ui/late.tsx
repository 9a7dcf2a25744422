"use client";

import { Slot } from "@radix-ui/react-slot";
import {
  type ComponentProps,
  type Context,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { onFirstSign } from "./first-sign";
import { makeRelay, type Relay } from "./relay";

interface State<P> {
  /** Undefined until the code is there. */
  parts: P | undefined;
  /** It was opened before its code was there; `key`: by the keyboard. */
  wanted: boolean | "key";
  /** A hand is near; `open`: and wants it open. */
  near(open?: boolean | "key"): void;
  host: RefObject<HTMLElement | null>;
  relay: Relay;
}

/** Parts of Radix, `P`, whose code is loaded when they are wanted. */
export interface Late<P> {
  Context: Context<State<P> | null>;
  now(): P | undefined;
  load(): Promise<P>;
}

export function lateParts<P>(fetchParts: () => Promise<P>): Late<P> {
  let parts: P | undefined;
  let loading: Promise<P> | undefined;
  return {
    Context: createContext<State<P> | null>(null),
    now: () => parts,
    load() {
      loading ??= fetchParts().then(
        (found) => {
          parts = found;
          return found;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

interface LateRootProps<P> {
  of: Late<P>;
  /** The owner says that it is to show. */
  open?: boolean | undefined;
  children: ReactNode;
}

/**
 * Around a button and what it opens. The code for that is loaded at the first sign of a hand on the page, and until then
 * the button is a plain one; it stays the same element, so that it keeps the focus.
 */
export function LateRoot<P>({ of, open = false, children }: LateRootProps<P>) {
  const [parts, setParts] = useState<P>();
  const [wanted, setWanted] = useState<boolean | "key">(false);
  const [relay] = useState(makeRelay);
  const host = useRef<HTMLElement>(null);
  const near = (opens: boolean | "key" = false): void => {
    if (parts) return;
    if (opens) setWanted(opens);
    const found = of.now();
    if (found) setParts(() => found);
    else
      void of.load().then(
        (loaded) => setParts(() => loaded),
        () => setWanted(false),
      );
  };
  useEffect(() => onFirstSign(() => void of.load().catch(() => undefined)), [of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (open) near();
  }, [open]);
  return <of.Context value={{ parts, wanted, near, host, relay }}>{children}</of.Context>;
}

export function useLate<P>(of: Late<P>): State<P> {
  const state = use(of.Context);
  if (!state) throw new Error("This part stands outside of its root");
  return state;
}

/** For what shows only once they are there. */
export function useParts<P>(of: Late<P>): P {
  const { parts } = useLate(of);
  if (!parts) throw new Error("This part shows before its code is there");
  return parts;
}

interface LateHostProps<P> extends Omit<ComponentProps<typeof Slot>, "of"> {
  of: Late<P>;
  /** The attributes that Radix would give to a closed one. */
  idle: Record<string, unknown>;
}

/** The button: its one child. */
export function LateHost<P>({ of, idle, children, ...handlers }: LateHostProps<P>) {
  const { parts, near, host, relay } = useLate(of);
  const given = useSyncExternalStore(relay.subscribe, relay.get, relay.get);
  const props = parts ? given : { ...idle, onPointerEnter: () => near(), onFocus: () => near(), ...handlers };
  return (
    <Slot {...props} ref={host}>
      {children}
    </Slot>
  );
}

/** The one child of Radix's trigger, with `asChild`: what it is given goes to the button. */
export function LateRelay<P>({ of, ref, ...props }: { of: Late<P>; ref?: Ref<unknown> }) {
  const { host, relay } = useLate(of);
  useImperativeHandle(ref, () => host.current);
  useLayoutEffect(() => relay.set(props));
  return null;
}

const openingKeys = ["Enter", " ", "ArrowDown"];

/** Opens on the way down, as menus do; `mouse`: a finger may be about to scroll, its click opens. */
export const opensOnPress = (near: (open?: boolean | "key") => void, only?: "mouse") => ({
  onPointerDown: (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey || (only && event.pointerType !== only)) return;
    // The button would take the focus from what has just opened, and so close it.
    event.preventDefault();
    near(true);
  },
  ...(only && { onClick: () => near(true) }),
  onKeyDown: (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return;
    event.preventDefault();
    near("key");
  },
});
