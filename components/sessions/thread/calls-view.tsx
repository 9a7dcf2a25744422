"use client";

import { ChevronRight, CircleAlert, Search, Wrench } from "lucide-react";
import { useState } from "react";
import { FoldedJson } from "@/components/shared/markdown/raw-json";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { summarizeCalls } from "@/lib/session-log/calls-summary";
import type { ThreadCall } from "@/lib/session-log/state";

const Funnel = lazyPart(async () => (await import("@/components/shared/retrieval/funnel")).Funnel);

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2));

/** Consecutive tool calls, collapsed into one line. */
export function CallsView({ calls }: { calls: ThreadCall[] }) {
  const [open, setOpen] = useState(false);
  const searched = calls.every(({ searches }) => searches && searches.length > 0);
  const Icon = calls.some(({ error }) => error) ? CircleAlert : searched ? Search : Wrench;
  return (
    <div className="text-secondary">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-2 rounded-mark py-1 text-left text-muted hover:text-default"
      >
        <Icon aria-hidden className="size-4 shrink-0" /> {summarizeCalls(calls)}
        <ChevronRight aria-hidden className={`size-4 shrink-0 transition-transform ${open ? "rotate-90" : ""}`} />
      </button>
      {open && (
        <ul className="mt-1 space-y-3 border-l pl-4">
          {calls.map((call) => (
            <li key={call.callId} className="space-y-1">
              {call.searches && call.searches.length > 0 ? <Searches call={call} /> : <PlainCall call={call} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PlainCall({ call: { name, input, output, error } }: { call: ThreadCall }) {
  return (
    <>
      <p className="font-medium">{name}</p>
      <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-2 font-mono text-label">{toText(input)}</pre>
      {(error ?? output) !== undefined && (
        <pre
          className={`max-h-60 overflow-auto rounded-control p-2 font-mono text-label ${error ? "bg-danger-tint text-danger" : "bg-sunken"}`}
        >
          {error ?? toText(output)}
        </pre>
      )}
    </>
  );
}

/** A call with searches: from the query to the passages, and what the model got. */
function Searches({ call: { searches = [], output } }: { call: ThreadCall }) {
  const slug = useTeamSlug();
  return (
    <>
      {searches.map((search) => (
        <div key={search.seq} className="space-y-2">
          <p className="font-medium">{search.tool}</p>
          <Lazy fallback={<Skeleton className="h-40" />}>
            <Funnel
              retrieval={search}
              getHref={({ datasourceId, documentId }) => `/${slug}/datasource/${datasourceId}?document=${documentId}`}
            />
          </Lazy>
        </div>
      ))}
      <FoldedJson label="Model input" value={output} />
    </>
  );
}
