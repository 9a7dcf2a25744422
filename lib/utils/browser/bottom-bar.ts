/** Rows of buttons that toasts must not cover. */
const rows = new Set<HTMLElement>();
/** What three toasts take at the bottom right. */
const [width, height] = [340, 240];

/** Raises toasts above the rows that they would cover. */
export function raiseToasts(): void {
  const { innerWidth, innerHeight } = window;
  const covered = [...rows]
    .map((row) => row.getBoundingClientRect())
    .filter((at) => at.top < innerHeight && at.bottom > innerHeight - height && at.right > innerWidth - width);
  const raised = Math.max(0, ...covered.map(({ top }) => innerHeight - top));
  document.documentElement.style.setProperty("--bottom-bar", `${raised}px`);
}

/** Ref callback of a row of buttons: toasts are shown above it where they would cover it. */
export function bottomBar(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(raiseToasts);
  rows.add(element);
  observer.observe(element);
  return () => {
    observer.disconnect();
    rows.delete(element);
    raiseToasts();
  };
}
