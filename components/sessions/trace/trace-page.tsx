"use client";

import { useEffect, useRef, useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useMedia } from "@/hooks/page/use-media";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { findFailures } from "@/lib/session-log/trace";
import type { TraceRow } from "@/lib/session-log/trace-rows";
import { toast } from "@/lib/utils/toasts/toast";
import { SessionError } from "../conversation/session-error";
import { SessionHeader } from "../conversation/session-header";
import { TraceDetail } from "./trace-detail";
import { TraceRows } from "./trace-rows";
import { TraceToolbar } from "./trace-toolbar";
import { useTrace } from "./use-trace";

const LazyTraceDiagram = lazyPart(async () => (await import("../process/trace-diagram")).TraceDiagram);

const active = new Set<Session["status"]>(["queued", "running"]);

/** The chat's events as a tree with a timeline. */
export function TracePage({ slug, sessionId }: { slug: string; sessionId: string }) {
  const params = { resourceSlug: slug, sessionId };
  const session = useEndpoint(sessions.get, { params });
  const { events, rows: all, cursor, status, awaitsInput, refusedReason, isRetrying } = useTrace(slug, sessionId);
  const { desktop } = useMedia();
  const [errorsOnly, setErrorsOnly] = useState(false);
  const [chosen, setChosen] = useState(hashKey);
  const rows = errorsOnly ? findFailures(all) : all;
  const selected = rows.find(({ key }) => key === chosen) ?? (desktop ? findInitialRow(rows) : undefined);
  const data = session.data?.session;
  const steps = useRef<HTMLElement>(null);
  const [pendingKey, setPendingKey] = useState<string | null>(null);
  useEffect(() => {
    const step = pendingKey && steps.current?.querySelector<HTMLElement>(`[data-step="${pendingKey}"]`);
    if (!step) return;
    step.scrollIntoView({ block: "center" });
    step.focus({ preventScroll: true });
    setPendingKey(null);
  }, [pendingKey]);
  if (session.error || (refusedReason && !isRetrying))
    return <SessionError slug={slug} error={session.error ?? refusedReason} onRetry={() => void session.refetch()} />;
  const choose = (key: string | null) => {
    setChosen(key);
    window.history.replaceState(null, "", key ? `#step-${key}` : window.location.pathname);
  };
  const show = (key: string) => {
    setErrorsOnly(false);
    choose(key);
    setPendingKey(key);
  };
  const stop = () => call(sessions.cancel, { params }).catch((error: unknown) => toast.error(errorMessage(error)));
  const shownStatus = status ?? data?.status ?? "started";
  const loading = !data || cursor < data.lastSeq;
  const detail = selected && <TraceDetail key={selected.key} slug={slug} sessionId={sessionId} row={selected} />;
  return (
    <div className="-m-4 md:-m-6 flex h-[calc(100%+2rem)] min-h-0 flex-col md:h-[calc(100%+3rem)]">
      {data && (
        <SessionHeader
          slug={slug}
          session={data}
          status={shownStatus}
          running={active.has(shownStatus) || awaitsInput}
          view="trace"
          onStop={() => void stop()}
        />
      )}
      <TraceToolbar
        slug={slug}
        sessionId={sessionId}
        errorsOnly={errorsOnly}
        onErrorsOnly={setErrorsOnly}
        link={() => `${window.location.origin}${window.location.pathname}${selected ? `#step-${selected.key}` : ""}`}
      />
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <section ref={steps} aria-label="Steps" className="min-h-0 overflow-y-auto p-2">
          {all.some(({ kind }) => kind === "task") && (
            <div className="mb-3">
              <Lazy fallback={<Skeleton className="h-40" />}>
                <LazyTraceDiagram events={events} rows={all} place={{ slug, sessionId }} onChoose={show} />
              </Lazy>
            </div>
          )}
          {refusedReason && <p className="p-2 text-secondary text-warning">Live updates are off: {refusedReason}</p>}
          {loading && rows.length === 0 && <Skeleton className="m-2 h-40" />}
          {!loading && rows.length === 0 && (
            <p className="p-6 text-center text-muted text-secondary">
              {errorsOnly ? "No errors in this session." : "No steps yet."}
            </p>
          )}
          <TraceRows rows={rows} selected={selected} onChoose={choose} />
        </section>
        {desktop && detail}
      </div>
      <Sheet open={!desktop && selected !== undefined} onOpenChange={(open) => !open && choose(null)}>
        <SheetContent title="Step" className="w-[34rem]">
          {detail}
        </SheetContent>
      </Sheet>
    </div>
  );
}

const findInitialRow = (rows: TraceRow[]) => rows.find(({ kind }) => kind === "model") ?? rows[0];

const hashKey = (): string | null =>
  typeof window === "undefined" ? null : (/^#step-((?:task-)?\d+)$/.exec(window.location.hash)?.[1] ?? null);
