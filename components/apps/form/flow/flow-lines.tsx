"use client";

import { type RefObject, useEffect, useState } from "react";

interface FlowLinesProps {
  /** The positioned element that contains the cards, each with `data-step`. */
  canvas: RefObject<HTMLElement | null>;
  /** From a step to one that waits for it. */
  lines: readonly { from: string; to: string }[];
}

/** Draws a curve from the bottom of one card to the top of another. */
function toPath(from: DOMRect, to: DOMRect, origin: DOMRect): string {
  const [x1, y1] = [from.left + from.width / 2 - origin.left, from.bottom - origin.top];
  const [x2, y2] = [to.left + to.width / 2 - origin.left, to.top - origin.top];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1} C${x1} ${middle}, ${x2} ${middle}, ${x2} ${y2}`;
}

/** The connections between the cards of a process. They follow the layout; the cards say the same in words. */
export function FlowLines({ canvas, lines }: FlowLinesProps) {
  const [paths, setPaths] = useState<{ key: string; path: string }[]>([]);
  const shape = JSON.stringify(lines);
  // Not a layout effect: those of a child run before the reference to its parent is set.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the lines change
  useEffect(() => {
    const box = canvas.current;
    if (!box) return;
    const measure = () => {
      const origin = box.getBoundingClientRect();
      const find = (id: string) => box.querySelector(`[data-step="${CSS.escape(id)}"]`)?.getBoundingClientRect();
      setPaths(
        lines.flatMap(({ from, to }) => {
          const [start, end] = [find(from), find(to)];
          return start && end ? [{ key: `${from} ${to}`, path: toPath(start, end, origin) }] : [];
        }),
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    for (const card of box.querySelectorAll("[data-step]")) observer.observe(card);
    measure();
    return () => observer.disconnect();
  }, [canvas, shape]);
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible text-faint">
      {paths.map(({ key, path }) => (
        <path key={key} d={path} fill="none" stroke="currentColor" strokeWidth={1.5} />
      ))}
    </svg>
  );
}
