"use client";

import { useMemo } from "react";
import { pictureOf, placeOfTask } from "@/lib/utils/trace-picture";
import type { TraceEvent, TraceRow } from "@/lib/utils/trace-rows";
import { ProcessPicture } from "./process-picture";

interface TracePictureProps {
  events: readonly TraceEvent[];
  rows: readonly TraceRow[];
  place: { slug: string; sessionId: string };
  onChoose(key: string): void;
}

/** The newest process above its steps; a task leads to its own. */
export function TracePicture({ events, rows, place, onChoose }: TracePictureProps) {
  const picture = useMemo(() => pictureOf(events), [events]);
  const show = (taskId: string) => {
    const row = placeOfTask(rows, taskId);
    if (row) onChoose(row.key);
  };
  return picture && <ProcessPicture picture={picture} place={place} onShow={show} />;
}
