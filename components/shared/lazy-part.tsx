"use client";

import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react";
import { toast } from "@/lib/utils/toast";

function NotLoaded() {
  useEffect(() => toast.error("This part of the page could not be loaded. Check your connection and try again."), []);
  return null;
}

/**
 * A part of a page whose code is loaded when it is first shown. Where it cannot be had, offline or after a change of the
 * server's version, `StandIn` is shown and the page stays; once that has gone, the next time tries again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  StandIn: ComponentType<P> = NotLoaded,
): ComponentType<P> {
  let part: LazyExoticComponent<ComponentType<P>> | undefined;
  function Failed(props: P) {
    useEffect(
      () => () => {
        part = undefined;
      },
      [],
    );
    return <StandIn {...props} />;
  }
  const make = () =>
    lazy(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => ({ default: Failed }),
      ),
    );
  return function LazyPart(props: P) {
    part ??= make();
    const Part = part;
    return <Part {...props} />;
  };
}
