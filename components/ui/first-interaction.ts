const interactionEvents = ["pointermove", "pointerdown", "touchstart", "keydown"] as const;

const waiting = new Set<() => void>();
let seen = false;

function handleInteraction(): void {
  seen = true;
  for (const sign of interactionEvents) window.removeEventListener(sign, handleInteraction, true);
  for (const work of waiting) work();
  waiting.clear();
}

/** Runs `work` at the first pointer, key or touch event on this page. */
export function onFirstInteraction(work: () => void): (() => void) | undefined {
  if (seen) {
    work();
    return undefined;
  }
  if (waiting.size === 0)
    for (const sign of interactionEvents)
      window.addEventListener(sign, handleInteraction, { capture: true, passive: true });
  waiting.add(work);
  return () => waiting.delete(work);
}
