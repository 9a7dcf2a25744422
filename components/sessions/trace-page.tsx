"use client";

import { Bot, CircleAlert, Download, Info, Link2, MessageSquare, Wrench } from "lucide-react";
import { useState } from "react";
import { toast } from "react-toastify";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useEndpoint } from "@/hooks/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { sessions } from "@/lib/contract/sessions";
import { formatDuration } from "@/lib/utils/figures";
import { type TraceRow, traceOf } from "@/lib/utils/trace";
import { SessionHeader } from "./session-header";
import { TraceDetail } from "./trace-detail";
import { useConversation } from "./use-conversation";
import { useFullLog } from "./use-full-log";

const icons = { turn: MessageSquare, model: Bot, tool: Wrench, notice: Info };

/** The same events as the chat, as a tree beside a time line. */
export function TracePage({ slug, sessionId }: { slug: string; sessionId: string }) {
  const params = { resourceSlug: slug, sessionId };
  const session = useEndpoint(sessions.get, { params });
  const { status, running, actions, log } = useConversation(slug, sessionId);
  const { events, error, loading, reload } = useFullLog(slug, sessionId, log.cursor);
  const [errorsOnly, setErrorsOnly] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const rows = traceOf(events).filter(({ failed }) => !errorsOnly || failed);
  const total = Math.max(1, ...rows.map(({ start, duration }) => start + duration));
  const selected =
    rows.find(({ key }) => key === (chosen ?? hashKey())) ?? rows.find(({ kind }) => kind === "model") ?? rows[0];
  const data = session.data?.session;
  if (error || session.error) return <ErrorState message={errorMessage(error ?? session.error)} onRetry={reload} />;
  const choose = (key: string) => {
    setChosen(key);
    window.history.replaceState(null, "", `#step-${key}`);
  };
  return (
    <div className="-m-4 md:-m-6 flex h-[calc(100%+2rem)] min-h-0 flex-col md:h-[calc(100%+3rem)]">
      {data && (
        <SessionHeader
          slug={slug}
          session={data}
          status={(status as typeof data.status) ?? data.status}
          running={running}
          view="trace"
          onStop={() => void actions.stop()}
        />
      )}
      <div className="flex flex-wrap items-center gap-3 border-b px-4 py-2">
        <div className="flex items-center gap-2">
          <Switch id="errors-only" checked={errorsOnly} onCheckedChange={setErrorsOnly} />
          <Label htmlFor="errors-only">Errors only</Label>
        </div>
        <span className="flex-1" />
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            void navigator.clipboard.writeText(window.location.href).then(() => toast.success("Link copied."))
          }
        >
          <Link2 /> Copy link
        </Button>
        <Button size="sm" variant="ghost" onClick={() => download(events, sessionId)}>
          <Download /> Download JSON
        </Button>
      </div>
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] max-lg:overflow-y-auto">
        <div className="min-h-0 p-2 lg:overflow-y-auto">
          {loading && <Skeleton className="m-2 h-40" />}
          {!loading && rows.length === 0 && (
            <p className="p-6 text-center text-muted text-secondary">
              {errorsOnly ? "Nothing has failed in this session." : "Nothing has run in this session yet."}
            </p>
          )}
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              total={total}
              selected={row.key === selected?.key}
              onChoose={() => choose(row.key)}
            />
          ))}
        </div>
        {selected && <TraceDetail row={selected} />}
      </div>
    </div>
  );
}

const hashKey = (): string | undefined =>
  typeof window === "undefined" ? undefined : /^#step-(\d+)$/.exec(window.location.hash)?.[1];

function Row({
  row,
  total,
  selected,
  onChoose,
}: {
  row: TraceRow;
  total: number;
  selected: boolean;
  onChoose(): void;
}) {
  const Icon = row.failed ? CircleAlert : icons[row.kind];
  const bar = { left: `${(row.start / total) * 100}%`, width: `max(2px, ${(row.duration / total) * 100}%)` };
  return (
    <button
      type="button"
      aria-current={selected || undefined}
      onClick={onChoose}
      className={`grid h-9 w-full grid-cols-[minmax(0,1fr)_minmax(0,8rem)_4.5rem] items-center gap-3 rounded-control pr-2 text-left text-secondary hover:bg-hover ${selected ? "bg-accent-tint" : ""} ${row.depth ? "pl-7" : "pl-2 font-medium"}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon className={`size-4 shrink-0 ${row.failed ? "text-danger" : "text-muted"}`} />
        <span className="truncate">{row.title}</span>
      </span>
      <span aria-hidden className="relative h-2 rounded-full bg-sunken">
        <span
          className={`absolute inset-y-0 rounded-full ${row.failed ? "bg-danger" : row.depth ? "bg-accent" : "bg-strong"}`}
          style={bar}
        />
      </span>
      <span className="text-right text-label text-muted tabular-nums">{formatDuration(row.duration)}</span>
    </button>
  );
}

function download(events: unknown[], sessionId: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(events, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `${sessionId}.json` });
  link.click();
  URL.revokeObjectURL(url);
}
