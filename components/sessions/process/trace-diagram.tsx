"use client";

import { useMemo } from "react";
import { buildTraceGraph, findTaskRow } from "@/lib/session-log/trace-graph";
import type { TraceEvent, TraceRow } from "@/lib/session-log/trace-rows";
import { ProcessDiagram } from "./process-diagram";

interface TraceDiagramProps {
  events: readonly TraceEvent[];
  rows: readonly TraceRow[];
  place: { slug: string; sessionId: string };
  onChoose(key: string): void;
}

/** The newest process, above its steps; a click on a task selects its row. */
export function TraceDiagram({ events, rows, place, onChoose }: TraceDiagramProps) {
  const graph = useMemo(() => buildTraceGraph(events), [events]);
  const show = (taskId: string) => {
    const row = findTaskRow(rows, taskId);
    if (row) onChoose(row.key);
  };
  return graph && <ProcessDiagram graph={graph} place={place} onShow={show} />;
}
