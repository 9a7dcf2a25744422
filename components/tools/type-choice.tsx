"use client";

import Link from "next/link";
import { type ToolType, toolTypes } from "@/lib/constants/tools";
import { toolTypeLabels } from "./tool-types";

/** Selects the type of a new tool. */
export function TypeChoice({ getHref }: { getHref(type: ToolType): string }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {toolTypes.map((type) => {
        const { label, help, icon: Icon } = toolTypeLabels[type];
        return (
          <li key={type} className="grid">
            <Link
              href={getHref(type)}
              className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-3 rounded-card border bg-surface p-4 hover:border-strong hover:bg-hover"
            >
              <Icon aria-hidden className="mt-0.5 size-4 text-muted" />
              <span className="grid gap-0.5">
                <span className="font-medium text-body">{label}</span>
                <span className="text-muted text-secondary">{help}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
