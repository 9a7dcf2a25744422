import { type RefObject, useEffect, useState } from "react";

/** After a change texts are measured anew, and the list moves by itself: until it kept its height for so many frames. */
const settledFrames = 20;

/** What a wheel or a finger has set going runs on for so long. */
const handMs = 500;
const scrollKeys = new Set(["ArrowDown", "ArrowUp", "End", "Home", "PageDown", "PageUp"]);

export const nearEnd = 80;

const distance = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/** By the page's own figures: the virtual list's are those before the scrolling that is told of. */
export const isAtEnd = (element: HTMLElement): boolean => distance(element) < nearEnd;

const sizesOf = ({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string =>
  `${clientWidth} ${clientHeight} ${scrollHeight}`;

/**
 * A list that stays at its end, once it is there, whatever grows in it and when its window changes size, as when a phone
 * is turned or its keyboard comes, until a hand scrolls it away.
 */
function makeStay(box: RefObject<HTMLElement | null>, scrollToEnd: () => void) {
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
  /** Before something else in the list is brought into sight. */
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
      // Where the page moved the text, nobody has gone elsewhere.
      if (hand || (left <= 0 && now === sizes)) atEnd = isAtEnd(element);
      sizes = now;
    };
    const byHand = (event: Event) => {
      if (event instanceof KeyboardEvent && !scrollKeys.has(event.key)) return;
      // A press on the bar is one on the list itself.
      if (event.type === "pointerdown" && event.target !== element) return;
      rest();
      window.clearTimeout(hand);
      grown = false;
      hand = window.setTimeout(() => {
        hand = 0;
        if (atEnd && grown) toEnd();
      }, handMs);
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

/** `there`: the list is in the page. */
export function useStayAtEnd(box: RefObject<HTMLElement | null>, scrollToEnd: () => void, there: boolean) {
  const [stay] = useState(() => makeStay(box, scrollToEnd));
  useEffect(() => (there && box.current ? stay.listen(box.current) : undefined), [stay, there, box]);
  return stay;
}
