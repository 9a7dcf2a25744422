type Kind = "success" | "error" | "info" | "warning";

/** A button in a toast. */
export interface ToastAction {
  label: string;
  run(): void;
}

interface Toast {
  kind: Kind;
  text: string;
  action: ToastAction | undefined;
}

const waiting: Toast[] = [];
let renderToast: ((toast: Toast) => void) | undefined;
let onFirstToast: (() => void) | undefined;

const createToast = (kind: Kind) => (text: string, action?: ToastAction) => {
  if (renderToast) return renderToast({ kind, text, action });
  waiting.push({ kind, text, action });
  onFirstToast?.();
};

/** Shows a toast. The code that renders it is loaded for the first one. */
export const toast = {
  success: createToast("success"),
  error: createToast("error"),
  info: createToast("info"),
  warning: createToast("warning"),
};

/** Calls `onFirst` once there is a toast to show. Returns a function that unsubscribes. */
export function awaitToasts(onFirst: () => void): () => void {
  onFirstToast = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    onFirstToast = undefined;
  };
}

/** Sets the function that shows toasts, waiting ones first. Returns a function that unsets it. */
export function showToasts(renderer: (toast: Toast) => void): () => void {
  renderToast = renderer;
  for (const one of waiting.splice(0)) renderer(one);
  return () => {
    renderToast = undefined;
  };
}
