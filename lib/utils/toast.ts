type Kind = "success" | "error" | "info" | "warning";

export interface Toast {
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

/** Says something in the corner of the window. The code that draws it is loaded for the first one. */
export const toast = {
  success: say("success"),
  error: say("error"),
  info: say("info"),
  warning: say("warning"),
};

/** `onFirst` is told once there is something to show. Answers the way to end it. */
export function awaitToasts(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    wake = undefined;
  };
}

/** From now on toasts go here, the ones that wait first. */
export function showToasts(shower: (toast: Toast) => void): () => void {
  show = shower;
  for (const one of waiting.splice(0)) shower(one);
  return () => {
    show = undefined;
  };
}
