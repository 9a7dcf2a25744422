"use client";

import { RelativeTime } from "@/components/shared/details/relative-time";
import { cn } from "@/lib/utils/cn";
import { listNodes, type PayloadNode } from "./payload-nodes";

interface TreeProps {
  payload: { json: string; date: string } | null;
  /** The field that gets the pointer of a chosen value. */
  target: string;
  onPick(pointer: string): void;
}

/** The last payload, whose values can be chosen for a field. */
export function PayloadTree({ payload, target, onPick }: TreeProps) {
  if (!payload)
    return <p className="text-muted text-secondary">No events received yet. Send one to choose its values here.</p>;
  const nodes = listNodes(JSON.parse(payload.json));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <p className="text-label text-muted">
        Last event, <RelativeTime date={payload.date} />. Choose a value for <b className="font-medium">{target}</b>.
      </p>
      {nodes.length === 0 ? (
        <p className="text-muted text-secondary">This payload is plain text.</p>
      ) : (
        <ul aria-label="Last payload" className="max-h-64 overflow-auto rounded-control border p-1">
          {nodes.map((node) => (
            <NodeRow key={node.pointer} node={node} onPick={onPick} />
          ))}
        </ul>
      )}
    </div>
  );
}

const indents = ["pl-2", "pl-6", "pl-10", "pl-14", "pl-18"];

function NodeRow({ node, onPick }: { node: PayloadNode; onPick(pointer: string): void }) {
  const { pointer, name, depth, text } = node;
  return (
    <li>
      <button
        type="button"
        title={pointer}
        onClick={() => onPick(pointer)}
        className={cn(
          "flex w-full min-w-0 items-baseline gap-2 rounded-control py-1 pr-2 text-left text-secondary hover:bg-hover",
          indents[Math.min(depth, indents.length - 1)],
        )}
      >
        <code className="shrink-0">{name}</code>
        <span dir="auto" className="truncate text-muted">
          {text ?? "…"}
        </span>
      </button>
    </li>
  );
}
