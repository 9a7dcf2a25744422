"use client";

import { useState } from "react";

const kept = 50;

/** Undo and redo for a value that lives elsewhere. */
export function useHistory<T>(value: T, onChange: (value: T) => void) {
  const [past, setPast] = useState<readonly T[]>([]);
  const [future, setFuture] = useState<readonly T[]>([]);
  return {
    change(next: T) {
      if (next === value) return;
      setPast([...past, value].slice(-kept));
      setFuture([]);
      onChange(next);
    },
    canUndo: past.length > 0,
    undo() {
      const last = past.at(-1);
      if (last === undefined) return;
      setPast(past.slice(0, -1));
      setFuture([value, ...future]);
      onChange(last);
    },
    canRedo: future.length > 0,
    redo() {
      const [next] = future;
      if (next === undefined) return;
      setPast([...past, value]);
      setFuture(future.slice(1));
      onChange(next);
    },
  };
}
