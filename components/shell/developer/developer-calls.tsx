"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { CodeBlock } from "@/components/shared/markdown/code-block";
import { JsonBlock } from "@/components/shared/markdown/raw-json";
import { Badge, type Tone } from "@/components/ui/badge";
import { usePageCalls } from "@/hooks/api/use-page-calls";
import type { LoggedCall } from "@/lib/api/calls/call-log";

const okBelow = 400;

function formatOutcome({ status }: LoggedCall): { tone: Tone; text: string } {
  if (status === null) return { tone: "info", text: "…" };
  if (status === 0) return { tone: "danger", text: "No response" };
  return { tone: status < okBelow ? "success" : "danger", text: String(status) };
}

/** Method, path, status and duration of each call, with its curl command and response. */
export function DeveloperCalls() {
  const calls = usePageCalls();
  if (calls.length === 0)
    return (
      <p className="p-4 pt-0 text-muted text-secondary">
        No calls yet. The data may have been loaded on a previous page.
      </p>
    );
  return (
    <ul className="divide-y border-t">
      {calls.map((call) => (
        <CallRow key={call.id} call={call} />
      ))}
    </ul>
  );
}

function CallRow({ call }: { call: LoggedCall }) {
  const { method, path, curl, status, durationMs, answer } = call;
  const [open, setOpen] = useState(false);
  const { tone, text } = formatOutcome(call);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 py-1 pr-3 pl-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="group flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2 text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-aria-expanded:rotate-90"
        />
        <span className="min-w-0 flex-1 break-all font-mono text-label">
          <span className="font-semibold">{method}</span> {path}
        </span>
        <Badge tone={tone}>{text}</Badge>
        <span className="w-16 shrink-0 text-right text-label text-muted tabular-nums">
          {status !== null && `${Math.round(durationMs)} ms`}
        </span>
      </button>
      <CopyButton text={curl} label="Copy as curl" className="size-8" />
      {open && (
        <div className="col-span-2 grid gap-3 p-2">
          <CodeBlock code={curl} language="bash" />
          {answer === undefined ? (
            <p className="text-muted text-secondary">
              {status === null ? "Waiting for the response…" : "No JSON in the response."}
            </p>
          ) : (
            <JsonBlock value={answer} />
          )}
        </div>
      )}
    </li>
  );
}
