const signs = ["pointermove", "pointerdown", "touchstart", "keydown"] as const;

const waiting = new Set<() => void>();
let seen = false;

function see(): void {
  seen = true;
  for (const sign of signs) window.removeEventListener(sign, see, true);
  for (const work of waiting) work();
  waiting.clear();
}

/** Does something once a hand has moved on this page: before that nobody can have reached for anything. */
export function onFirstSign(work: () => void): (() => void) | undefined {
  if (seen) {
    work();
    return undefined;
  }
  if (waiting.size === 0)
    for (const sign of signs) window.addEventListener(sign, see, { capture: true, passive: true });
  waiting.add(work);
  return () => waiting.delete(work);
}
