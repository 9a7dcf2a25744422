import { type RefObject, useEffect, useState } from "react";

/** The list measures its rows after a change. It counts as settled when its height is unchanged for this many frames. */
const settledFrames = 20;

/** How long scrolling continues after a wheel or touch event, in milliseconds. */
const userScrollMs = 500;
const scrollKeys = new Set(["ArrowDown", "ArrowUp", "End", "Home", "PageDown", "PageUp"]);

export const nearEnd = 80;

const distance = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/** Measured in the DOM, as the virtual list's values are outdated during a scroll event. */
export const isAtEnd = (element: HTMLElement): boolean => distance(element) < nearEnd;

const formatSizes = ({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string =>
  `${clientWidth} ${clientHeight} ${scrollHeight}`;

/**
 * Keeps a list scrolled to its end while its content grows or the window is resized (a rotated phone, an on-screen
 * keyboard), until the user scrolls away.
 */
function createScrollKeeper(box: RefObject<HTMLElement | null>, scrollToEnd: () => void) {
  let [atEnd, hasGrown, framesLeft, height, frame, userTimer] = [false, false, 0, 0, 0, 0];
  let sizes = "";

  const stopFollowing = () => {
    cancelAnimationFrame(frame);
    framesLeft = 0;
  };
  const follow = () => {
    const element = box.current;
    if (!element || framesLeft <= 0) return;
    framesLeft = element.scrollHeight === height ? framesLeft - 1 : settledFrames;
    height = element.scrollHeight;
    if (distance(element) > 1) scrollToEnd();
    frame = requestAnimationFrame(follow);
  };
  const jumpToEnd = () => {
    stopFollowing();
    atEnd = true;
    framesLeft = settledFrames;
    follow();
  };
  /** Call before scrolling to something else in the list. */
  const release = () => {
    stopFollowing();
    atEnd = false;
  };

  function listen(element: HTMLElement): () => void {
    const onResize = () => {
      const now = formatSizes(element);
      if (now === sizes) return;
      sizes = now;
      hasGrown = true;
      if (atEnd && !userTimer) jumpToEnd();
    };
    const onScroll = () => {
      const now = formatSizes(element);
      // Only the user's scrolling counts, not movements of the layout.
      if (userTimer || (framesLeft <= 0 && now === sizes)) atEnd = isAtEnd(element);
      sizes = now;
    };
    const onUserInput = (event: Event) => {
      if (event instanceof KeyboardEvent && !scrollKeys.has(event.key)) return;
      // A press on the scrollbar targets the list itself.
      if (event.type === "pointerdown" && event.target !== element) return;
      stopFollowing();
      window.clearTimeout(userTimer);
      hasGrown = false;
      userTimer = window.setTimeout(() => {
        userTimer = 0;
        if (atEnd && hasGrown) jumpToEnd();
      }, userScrollMs);
    };
    const userEvents = ["wheel", "touchmove", "pointerdown", "keydown"];
    const observer = new ResizeObserver(onResize);
    for (const child of [element, ...element.children]) observer.observe(child);
    element.addEventListener("scroll", onScroll, { passive: true });
    for (const type of userEvents) element.addEventListener(type, onUserInput, { passive: true });
    return () => {
      stopFollowing();
      window.clearTimeout(userTimer);
      userTimer = 0;
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
      for (const type of userEvents) element.removeEventListener(type, onUserInput);
    };
  }
  return { jumpToEnd, release, listen };
}

/** Keeps the list in `box` at its end. `isRendered`: whether `box` is mounted. */
export function useStickToBottom(box: RefObject<HTMLElement | null>, scrollToEnd: () => void, isRendered: boolean) {
  const [keeper] = useState(() => createScrollKeeper(box, scrollToEnd));
  useEffect(() => (isRendered && box.current ? keeper.listen(box.current) : undefined), [keeper, isRendered, box]);
  return keeper;
}
