import { type RefObject, useEffect } from "react";

/** For so long after a change of size texts are measured anew, and the list moves by itself. */
const settlesMs = 300;

/** Whoever scrolls now wants to be elsewhere. */
const hands = ["wheel", "touchmove", "pointerdown", "keydown"];

export const nearEnd = 80;

/** By the page's own figures: the virtual list's are those before the scrolling that is told of. */
export const isAtEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean =>
  scrollHeight - clientHeight - scrollTop < nearEnd;

/** Keeps a scrolled list at its end when its window changes size, as when a phone is turned or its keyboard comes. */
export function useStayAtEnd(box: RefObject<HTMLElement | null>, toEnd: () => void, there: boolean): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !there) return;
    let [atEnd, until, frame] = [true, 0, 0];
    let size = "";
    const follow = () => {
      if (performance.now() > until) return;
      toEnd();
      frame = requestAnimationFrame(follow);
    };
    const observer = new ResizeObserver(() => {
      const now = `${element.clientWidth} ${element.clientHeight}`;
      const changed = size !== "" && size !== now;
      size = now;
      if (!changed || !atEnd) return;
      until = performance.now() + settlesMs;
      cancelAnimationFrame(frame);
      follow();
    });
    const onScroll = () => {
      if (performance.now() > until) atEnd = isAtEnd(element);
    };
    const byHand = () => {
      until = 0;
    };
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    for (const sign of hands) element.addEventListener(sign, byHand, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
      for (const sign of hands) element.removeEventListener(sign, byHand);
      cancelAnimationFrame(frame);
    };
  }, [box, toEnd, there]);
}
