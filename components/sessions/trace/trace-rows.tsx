"use client";

import type { KeyboardEvent } from "react";
import type { TraceRow } from "@/lib/session-log/trace-rows";
import { TraceHead, TraceRowView } from "./trace-row";

interface RowsProps {
  rows: TraceRow[];
  selected: TraceRow | undefined;
  onChoose(key: string): void;
}

/** The tree with its timeline; arrow keys move between steps. */
export function TraceRows({ rows, selected, onChoose }: RowsProps) {
  const total = rows.reduce((most, { start, duration }) => Math.max(most, start + duration), 1);
  const onKeyDown = ({ key, currentTarget, target, ...event }: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const focused = target instanceof HTMLElement ? target.dataset.step : undefined;
    const to = rows[rows.findIndex((row) => row.key === focused) + (by ?? 0)];
    if (!by || !focused || !to) return;
    event.preventDefault();
    currentTarget.querySelector<HTMLElement>(`[data-step="${to.key}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the steps are buttons; arrow keys are a shortcut
    <div className="@container" onKeyDown={onKeyDown}>
      {rows.length > 0 && <TraceHead total={total} />}
      {rows.map((row) => (
        <TraceRowView key={row.key} row={row} total={total} selected={row.key === selected?.key} onChoose={onChoose} />
      ))}
    </div>
  );
}
