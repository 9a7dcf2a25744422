"use client";

import type { Tool } from "@/lib/contract/tools";
import type { ToolFormProps } from "./common";

export function HttpForm(_props: ToolFormProps<Extract<Tool, { type: "http" }>>) {
  return null;
}
