"use client";

import { ChevronRight, CircleAlert, Wrench } from "lucide-react";
import { useState } from "react";
import type { ThreadCall } from "@/lib/utils/session-log";

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2));

function summary(calls: ThreadCall[]): string {
  const running = calls.filter(({ durationMs }) => durationMs === undefined);
  const interrupted = running.filter((call) => call.interrupted);
  if (interrupted.length > 0) return `Interrupted: ${interrupted.map(({ name }) => name).join(", ")}`;
  if (running.length > 0) return `Running ${running.map(({ name }) => name).join(", ")}`;
  const seconds = calls.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / 1000;
  const failed = calls.filter(({ error }) => error).length;
  return `Ran ${calls.length} ${calls.length === 1 ? "tool" : "tools"}, ${seconds.toFixed(1)} s${failed ? `, ${failed} failed` : ""}`;
}

/** Tool calls that follow each other, folded into one line that opens. */
export function CallsView({ calls }: { calls: ThreadCall[] }) {
  const [open, setOpen] = useState(false);
  const Icon = calls.some(({ error }) => error) ? CircleAlert : Wrench;
  return (
    <div className="text-secondary">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-2 rounded-mark py-1 text-muted hover:text-default"
      >
        <Icon className="size-4" /> {summary(calls)}
        <ChevronRight className={`size-4 transition-transform ${open ? "rotate-90" : ""}`} />
      </button>
      {open && (
        <ul className="mt-1 space-y-2 border-l pl-4">
          {calls.map(({ callId, name, input, output, error }) => (
            <li key={callId} className="space-y-1">
              <p className="font-medium">{name}</p>
              <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-2 font-mono text-label">
                {shown(input)}
              </pre>
              {(error ?? output) !== undefined && (
                <pre
                  className={`max-h-60 overflow-auto rounded-control p-2 font-mono text-label ${error ? "bg-danger-tint text-danger" : "bg-sunken"}`}
                >
                  {error ?? shown(output)}
                </pre>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
