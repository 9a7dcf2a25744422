const interactionEvents = ["pointermove", "pointerdown", "touchstart", "keydown"] as const;

const callbacks = new Set<() => void>();
let hasInteracted = false;

function handleInteraction(): void {
  hasInteracted = true;
  for (const type of interactionEvents) window.removeEventListener(type, handleInteraction, true);
  for (const callback of callbacks) callback();
  callbacks.clear();
}

/** Calls `callback` at the first pointer, key or touch event on this page. */
export function onFirstInteraction(callback: () => void): (() => void) | undefined {
  if (hasInteracted) {
    callback();
    return undefined;
  }
  if (callbacks.size === 0)
    for (const type of interactionEvents)
      window.addEventListener(type, handleInteraction, { capture: true, passive: true });
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}
