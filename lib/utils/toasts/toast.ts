type Kind = "success" | "error" | "info" | "warning";

interface Toast {
  kind: Kind;
  text: string;
}

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | undefined;
let wake: (() => void) | undefined;

const say = (kind: Kind) => (text: string) => {
  if (show) return show({ kind, text });
  waiting.push({ kind, text });
  wake?.();
};

/** Shows a toast. The code that renders it is loaded for the first one. */
export const toast = {
  success: say("success"),
  error: say("error"),
  info: say("info"),
  warning: say("warning"),
};

/** Calls `onFirst` once there is a toast to show. Returns a function that unsubscribes. */
export function awaitToasts(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    wake = undefined;
  };
}

/** Sets the function that shows toasts, waiting ones first. Returns a function that unsets it. */
export function showToasts(shower: (toast: Toast) => void): () => void {
  show = shower;
  for (const one of waiting.splice(0)) shower(one);
  return () => {
    show = undefined;
  };
}
