/**
 * The ref of what stays at the bottom of the window with buttons in it: toasts come above it, as high as it is at that
 * moment.
 */
export function bottomBar(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--bottom-bar", `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty("--bottom-bar");
  };
}
