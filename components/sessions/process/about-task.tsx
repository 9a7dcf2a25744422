"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { fromItemId } from "@/lib/contract/session-events/item-id";
import { tasks } from "@/lib/contract/tasks/calls";
import { cn } from "@/lib/utils/cn";
import { truncate } from "@/lib/utils/text/truncate";

interface AboutTaskProps {
  slug: string;
  /** In an iteration, with the number of the item. */
  taskId: string;
  item?: string | undefined;
  /** Shows the task's name, if it is not shown elsewhere. */
  named?: boolean;
}

/** Characters shown before "Show more". */
const maxCollapsedLength = 240;
const maxCollapsedLines = 3;
const maxItemLength = 2_000;

const isLong = (texts: readonly string[]): boolean =>
  texts.join("").length > maxCollapsedLength ||
  texts.some((text) => text.trim().split("\n").length > maxCollapsedLines);

const describeItem = (number: number, item: string | undefined) =>
  item ? { label: `Item ${number}`, text: truncate(item, maxItemLength) } : { label: "Item", text: String(number) };

/** The item of an iteration that a decision is about. */
export function AboutItem({ id, item }: { id: string; item: string | undefined }) {
  const { item: number } = fromItemId(id);
  return number === null ? null : <Parts parts={[describeItem(number, item)]} />;
}

/** Labeled texts; long ones are shown in part at first. */
function Parts({ parts }: { parts: readonly { label: string; text: string }[] }) {
  const [open, setOpen] = useState(false);
  const long = isLong(parts.map(({ text }) => text));
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

/** Describes the requesting task, for readers who come from the inbox. */
export function AboutTask({ slug, taskId: id, item, named = false }: AboutTaskProps) {
  const { taskId, item: number } = fromItemId(id);
  const { data, error } = useEndpoint(tasks.get, { params: { resourceSlug: slug, taskId } });
  if (error) return null;
  if (!data) return <Skeleton className="h-16" />;
  const { name, description, expectedOutput } = data.task;
  const parts = [
    ...(named ? [{ label: "Task", text: name }] : []),
    ...(number === null ? [] : [describeItem(number, item)]),
    { label: named ? "Task details" : "Task", text: description },
    { label: "Expected output", text: expectedOutput },
  ];
  return <Parts parts={parts} />;
}
