"use client";

import type { createLowlight } from "lowlight";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";

type Lowlight = ReturnType<typeof createLowlight>;
type Tree = ReturnType<Lowlight["highlight"]>;
type TreeNode = Tree["children"][number];

/** Longer code is not highlighted, as that would freeze the page. */
const maxHighlighted = 20_000;

let lowlight: Lowlight | undefined;
let loading = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches the highlighter's code once. Where that fails, code stays plain. */
async function load(): Promise<void> {
  if (loading || lowlight) return;
  loading = true;
  try {
    const { common, createLowlight } = await import("lowlight");
    lowlight = createLowlight(common);
    for (const listener of listeners) listener();
  } finally {
    loading = false;
  }
}

function toReact(node: TreeNode, index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const { className } = node.properties;
  return (
    <span key={index} className={Array.isArray(className) ? className.join(" ") : undefined}>
      {node.children.map(toReact)}
    </span>
  );
}

/** The code with syntax colors, once the highlighter is there and knows the language. */
export function useHighlighted(code: string, language: string): ReactNode {
  const highlighter = useSyncExternalStore(
    subscribe,
    () => lowlight,
    () => undefined,
  );
  const wanted = language !== "" && code.length <= maxHighlighted;
  useEffect(() => {
    if (wanted) load().catch(() => undefined);
  }, [wanted]);
  return useMemo(() => {
    if (!wanted || !highlighter?.registered(language)) return code;
    return highlighter.highlight(language, code).children.map(toReact);
  }, [wanted, highlighter, language, code]);
}
