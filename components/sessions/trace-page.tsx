"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "react-toastify";
import { CopyButton } from "@/components/shared/copy-button";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useMedia } from "@/hooks/use-media";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { type Session, sessions } from "@/lib/contract/sessions";
import { failuresOf, type TraceRow } from "@/lib/utils/trace";
import { SessionHeader } from "./session-header";
import { TraceDetail } from "./trace-detail";
import { TraceRowView } from "./trace-row";
import { useReadLog, useTrace } from "./use-trace";

const active = new Set<Session["status"]>(["queued", "running"]);

/** The same events as the chat, as a tree beside a time line. */
export function TracePage({ slug, sessionId }: { slug: string; sessionId: string }) {
  const params = { resourceSlug: slug, sessionId };
  const session = useEndpoint(sessions.get, { params });
  const { rows: all, cursor, status, asked, refused } = useTrace(slug, sessionId);
  const { desktop } = useMedia();
  const [errorsOnly, setErrorsOnly] = useState(false);
  const [chosen, setChosen] = useState(hashKey);
  const rows = errorsOnly ? failuresOf(all) : all;
  const selected = rows.find(({ key }) => key === chosen) ?? (desktop ? firstOf(rows) : undefined);
  const data = session.data?.session;
  if (session.error || refused)
    return <ErrorState message={refused ?? errorMessage(session.error)} onRetry={() => void session.refetch()} />;
  const choose = (key: string | null) => {
    setChosen(key);
    window.history.replaceState(null, "", key ? `#step-${key}` : window.location.pathname);
  };
  const stop = () => call(sessions.cancel, { params }).catch((error: unknown) => toast.error(errorMessage(error)));
  const shown = status ?? data?.status ?? "started";
  const loading = !data || cursor < data.lastSeq;
  const detail = selected && <TraceDetail key={selected.key} slug={slug} sessionId={sessionId} row={selected} />;
  return (
    <div className="-m-4 md:-m-6 flex h-[calc(100%+2rem)] min-h-0 flex-col md:h-[calc(100%+3rem)]">
      {data && (
        <SessionHeader
          slug={slug}
          session={data}
          status={shown}
          running={active.has(shown) || asked}
          view="trace"
          onStop={() => void stop()}
        />
      )}
      <Toolbar slug={slug} sessionId={sessionId} errorsOnly={errorsOnly} onErrorsOnly={setErrorsOnly} />
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <section aria-label="Steps" className="min-h-0 overflow-y-auto p-2">
          {loading && rows.length === 0 && <Skeleton className="m-2 h-40" />}
          {!loading && rows.length === 0 && (
            <p className="p-6 text-center text-muted text-secondary">
              {errorsOnly ? "Nothing has failed in this session." : "Nothing has run in this session yet."}
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

const firstOf = (rows: TraceRow[]) => rows.find(({ kind }) => kind === "model") ?? rows[0];

const hashKey = (): string | null =>
  typeof window === "undefined" ? null : (/^#step-(\d+)$/.exec(window.location.hash)?.[1] ?? null);

interface RowsProps {
  rows: TraceRow[];
  selected: TraceRow | undefined;
  onChoose(key: string): void;
}

function TraceRows({ rows, selected, onChoose }: RowsProps) {
  const total = rows.reduce((most, { start, duration }) => Math.max(most, start + duration), 1);
  return rows.map((row) => (
    <TraceRowView key={row.key} row={row} total={total} selected={row.key === selected?.key} onChoose={onChoose} />
  ));
}

interface ToolbarProps {
  slug: string;
  sessionId: string;
  errorsOnly: boolean;
  onErrorsOnly(on: boolean): void;
}

function Toolbar({ slug, sessionId, errorsOnly, onErrorsOnly }: ToolbarProps) {
  const readLog = useReadLog(slug, sessionId);
  const [loading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      save(await readLog(), sessionId);
    } catch (error) {
      toast.error(errorMessage(error));
    }
    setLoading(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <div className="flex items-center gap-2">
        <Switch id="errors-only" checked={errorsOnly} onCheckedChange={onErrorsOnly} />
        <Label htmlFor="errors-only">Errors only</Label>
      </div>
      <span className="flex-1" />
      <CopyButton label="Copy link" showLabel text={() => window.location.href} />
      <Button size="sm" variant="ghost" loading={loading} onClick={() => void download()}>
        <Download /> Download JSON
      </Button>
    </div>
  );
}

function save(events: unknown[], sessionId: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(events, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `${sessionId}.json` });
  link.click();
  URL.revokeObjectURL(url);
}
