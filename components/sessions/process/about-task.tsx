"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { fromItemId } from "@/lib/contract/session-events/item-id";
import { tasks } from "@/lib/contract/tasks/calls";
import { cn } from "@/lib/utils/cn";

interface AboutTaskProps {
  slug: string;
  /** In an iteration, with the number of the item. */
  taskId: string;
  /** Shows the task's name, if it is not shown elsewhere. */
  named?: boolean;
}

/** Characters shown before "Show more". */
const maxCollapsedLength = 240;

/** Describes the requesting task, for readers who come from the inbox. */
export function AboutTask({ slug, taskId: id, named = false }: AboutTaskProps) {
  const { taskId, item } = fromItemId(id);
  const { data, error } = useEndpoint(tasks.get, { params: { resourceSlug: slug, taskId } });
  const [open, setOpen] = useState(false);
  if (error) return null;
  if (!data) return <Skeleton className="h-16" />;
  const { name, description, expectedOutput } = data.task;
  const parts = [
    ...(named ? [{ label: "Task", text: name }] : []),
    ...(item === null ? [] : [{ label: "Item", text: String(item) }]),
    { label: named ? "Task details" : "Task", text: description },
    { label: "Expected output", text: expectedOutput },
  ];
  const long =
    description.length + expectedOutput.length > maxCollapsedLength || `${description}${expectedOutput}`.includes("\n");
  const isCollapsed = long && !open;
  return (
    <div className="grid justify-items-start gap-2 rounded-control bg-sunken p-3 text-secondary">
      <dl className="grid w-full gap-2">
        {parts.map(({ label, text }) => (
          <div key={label} className="min-w-0">
            <dt className="text-label text-muted">{label}</dt>
            <dd dir="auto" className={cn("wrap-anywhere whitespace-pre-wrap", isCollapsed && "line-clamp-2")}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {long && (
        <Button size="sm" variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Show less" : "Show all"}
        </Button>
      )}
    </div>
  );
}
