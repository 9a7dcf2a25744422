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
import { onFirstInteraction } from "./first-interaction";
import { createRelay, type Relay } from "./relay";

interface State<P> {
  /** Undefined until the code is loaded. */
  parts: P | undefined;
  /** Whether it was opened before its code was loaded; `key`: with the keyboard. */
  openRequested: boolean | "key";
  /** Loads the code, and opens it if `open` is set; `key`: with the keyboard. */
  load(open?: boolean | "key"): void;
  host: RefObject<HTMLElement | null>;
  relay: Relay;
}

/** Radix components, `P`, whose code is loaded on demand. */
export interface DeferredParts<P> {
  Context: Context<State<P> | null>;
  now(): P | undefined;
  load(): Promise<P>;
}

export function deferParts<P>(fetchParts: () => Promise<P>): DeferredParts<P> {
  let parts: P | undefined;
  let loading: Promise<P> | undefined;
  return {
    Context: createContext<State<P> | null>(null),
    now: () => parts,
    load() {
      loading ??= fetchParts().then(
        (loaded) => {
          parts = loaded;
          return loaded;
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

interface DeferredRootProps<P> {
  of: DeferredParts<P>;
  /** Controlled open state. */
  open?: boolean | undefined;
  children: ReactNode;
}

/**
 * Wraps a button and what it opens, whose code is loaded at the first interaction with the page. Until then the button
 * is plain; it stays the same element, so that it keeps the focus.
 */
export function DeferredRoot<P>({ of, open = false, children }: DeferredRootProps<P>) {
  const [parts, setParts] = useState<P>();
  const [openRequested, setOpenRequested] = useState<boolean | "key">(false);
  const [relay] = useState(createRelay);
  const host = useRef<HTMLElement>(null);
  const load = (opens: boolean | "key" = false): void => {
    if (parts) return;
    if (opens) setOpenRequested(opens);
    const found = of.now();
    if (found) setParts(() => found);
    else
      void of.load().then(
        (loaded) => setParts(() => loaded),
        () => setOpenRequested(false),
      );
  };
  useEffect(() => onFirstInteraction(() => void of.load().catch(() => undefined)), [of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (open) load();
  }, [open]);
  return <of.Context value={{ parts, openRequested, load, host, relay }}>{children}</of.Context>;
}

export function useDeferred<P>(of: DeferredParts<P>): State<P> {
  const state = use(of.Context);
  if (!state) throw new Error("This part stands outside of its root");
  return state;
}

/** Returns the loaded parts; throws before they are loaded. */
export function useParts<P>(of: DeferredParts<P>): P {
  const { parts } = useDeferred(of);
  if (!parts) throw new Error("This part shows before its code is there");
  return parts;
}

interface DeferredHostProps<P> extends Omit<ComponentProps<typeof Slot>, "of"> {
  of: DeferredParts<P>;
  /** The attributes that Radix sets on a closed trigger. */
  idle: Record<string, unknown>;
}

/** The button: its one child. */
export function DeferredHost<P>({ of, idle, children, ...handlers }: DeferredHostProps<P>) {
  const { parts, load, host, relay } = useDeferred(of);
  const relayedProps = useSyncExternalStore(relay.subscribe, relay.get, relay.get);
  const props = parts ? relayedProps : { ...idle, onPointerEnter: () => load(), onFocus: () => load(), ...handlers };
  return (
    <Slot {...props} ref={host}>
      {children}
    </Slot>
  );
}

/** The child of Radix's trigger (`asChild`): relays its props to the button. */
export function DeferredRelay<P>({ of, ref, ...props }: { of: DeferredParts<P>; ref?: Ref<unknown> }) {
  const { host, relay } = useDeferred(of);
  useImperativeHandle(ref, () => host.current);
  useLayoutEffect(() => relay.set(props));
  return null;
}

const openingKeys = ["Enter", " ", "ArrowDown"];

/** Returns handlers that open on pointer down with a mouse, as menus do, and on click by touch, which may be a scroll. */
export const openOnPress = (load: (open?: boolean | "key") => void, only?: "mouse") => ({
  onPointerDown: (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey || (only && event.pointerType !== only)) return;
    // Otherwise the button takes the focus from what has just opened, which closes it.
    event.preventDefault();
    load(true);
  },
  ...(only && { onClick: () => load(true) }),
  onKeyDown: (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return;
    event.preventDefault();
    load("key");
  },
});
