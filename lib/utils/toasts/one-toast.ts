interface OneToast {
  id: number;
  text: string;
  open: boolean;
}

/** Holds a single toast: a new one replaces the last. A dismissed one is closed immediately and removed later. */
export function createOneToast(removeDelay: number) {
  let current: OneToast | null = null;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const update = (toast: OneToast | null): void => {
    current = toast;
    for (const listener of listeners) listener();
  };

  return {
    get: (): OneToast | null => current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(text: string): void {
      clearTimeout(timer);
      update({ id: ++lastId, text, open: true });
    },
    dismiss(): void {
      if (!current?.open) return;
      update({ ...current, open: false });
      clearTimeout(timer);
      timer = setTimeout(() => update(null), removeDelay);
    },
  };
}
