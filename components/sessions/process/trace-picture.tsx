"use client";

import type { Picture } from "@/lib/utils/session-process";
import { placeOfTask } from "@/lib/utils/trace-picture";
import type { TraceRow } from "@/lib/utils/trace-rows";
import { ProcessPicture } from "./process-picture";

interface TracePictureProps {
  picture: Picture;
  rows: readonly TraceRow[];
  place: { slug: string; sessionId: string };
  onChoose(key: string): void;
}

/** The process above its steps; a task leads to its own. */
export function TracePicture({ picture, rows, place, onChoose }: TracePictureProps) {
  const show = (taskId: string) => {
    const row = placeOfTask(rows, taskId);
    if (row) onChoose(row.key);
  };
  return <ProcessPicture picture={picture} place={place} onShow={show} />;
}
