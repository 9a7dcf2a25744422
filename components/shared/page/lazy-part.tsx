"use client";

import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react";
import { toast } from "@/lib/utils/toasts/toast";

function NotLoaded() {
  useEffect(() => toast.error("This part of the page couldn't be loaded. Check your connection and try again."), []);
  return null;
}

/**
 * A lazily loaded part of a page. If loading fails, offline or after a deployment, `StandIn` is shown instead; the next
 * mount tries again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<P> = NotLoaded,
): ComponentType<P> {
  let part: LazyExoticComponent<ComponentType<P>> | undefined;
  function Failed(props: P) {
    useEffect(
      () => () => {
        part = undefined;
      },
      [],
    );
    return <Fallback {...props} />;
  }
  const createLazy = () =>
    lazy(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => ({ default: Failed }),
      ),
    );
  return function LazyPart(props: P) {
    part ??= createLazy();
    const Part = part;
    return <Part {...props} />;
  };
}
