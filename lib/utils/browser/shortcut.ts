interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Whether a key press matches a combination such as `/`, `?` or `mod+b` (Ctrl, or Cmd on a Mac). */
export function isShortcut(combination: string, { key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  const mod = combination.startsWith("mod+");
  const wanted = mod ? combination.slice(4) : combination;
  return !altKey && (ctrlKey || metaKey) === mod && key.toLowerCase() === wanted;
}
