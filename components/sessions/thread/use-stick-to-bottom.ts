import { type RefObject, useEffect, useState } from "react";

/** After a change the list measures its rows and moves. It is settled once it keeps its height for this many frames. */
const settledFrames = 20;

/** How long scrolling continues after a wheel or touch event, in milliseconds. */
const userScrollMs = 500;
const scrollKeys = new Set(["ArrowDown", "ArrowUp", "End", "Home", "PageDown", "PageUp"]);

export const nearEnd = 80;

const distance = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/** Measured in the DOM: the virtual list's values are those before the scroll event. */
export const isAtEnd = (element: HTMLElement): boolean => distance(element) < nearEnd;

const sizesOf = ({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string =>
  `${clientWidth} ${clientHeight} ${scrollHeight}`;

/**
 * Keeps a list at its end once it is there, while its content grows or the window is resized (a rotated phone, a
 * keyboard), until the user scrolls away.
 */
function createScrollKeeper(box: RefObject<HTMLElement | null>, scrollToEnd: () => void) {
  let [atEnd, grown, left, height, frame, hand] = [false, false, 0, 0, 0, 0];
  let sizes = "";

  const rest = () => {
    cancelAnimationFrame(frame);
    left = 0;
  };
  const follow = () => {
    const element = box.current;
    if (!element || left <= 0) return;
    left = element.scrollHeight === height ? left - 1 : settledFrames;
    height = element.scrollHeight;
    if (distance(element) > 1) scrollToEnd();
    frame = requestAnimationFrame(follow);
  };
  const toEnd = () => {
    rest();
    atEnd = true;
    left = settledFrames;
    follow();
  };
  /** Call before scrolling to something else in the list. */
  const leave = () => {
    rest();
    atEnd = false;
  };

  function listen(element: HTMLElement): () => void {
    const resized = () => {
      const now = sizesOf(element);
      if (now === sizes) return;
      sizes = now;
      grown = true;
      if (atEnd && !hand) toEnd();
    };
    const scrolled = () => {
      const now = sizesOf(element);
      // Only the user's scrolling counts, not movements of the layout.
      if (hand || (left <= 0 && now === sizes)) atEnd = isAtEnd(element);
      sizes = now;
    };
    const byHand = (event: Event) => {
      if (event instanceof KeyboardEvent && !scrollKeys.has(event.key)) return;
      // A press on the scrollbar targets the list itself.
      if (event.type === "pointerdown" && event.target !== element) return;
      rest();
      window.clearTimeout(hand);
      grown = false;
      hand = window.setTimeout(() => {
        hand = 0;
        if (atEnd && grown) toEnd();
      }, userScrollMs);
    };
    const hands = ["wheel", "touchmove", "pointerdown", "keydown"];
    const observer = new ResizeObserver(resized);
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener("scroll", scrolled, { passive: true });
    for (const sign of hands) element.addEventListener(sign, byHand, { passive: true });
    return () => {
      rest();
      window.clearTimeout(hand);
      hand = 0;
      observer.disconnect();
      element.removeEventListener("scroll", scrolled);
      for (const sign of hands) element.removeEventListener(sign, byHand);
    };
  }
  return { toEnd, leave, listen };
}

/** `there`: whether the list is rendered. */
export function useStickToBottom(box: RefObject<HTMLElement | null>, scrollToEnd: () => void, there: boolean) {
  const [stay] = useState(() => createScrollKeeper(box, scrollToEnd));
  useEffect(() => (there && box.current ? stay.listen(box.current) : undefined), [stay, there, box]);
  return stay;
}
