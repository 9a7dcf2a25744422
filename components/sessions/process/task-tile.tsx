import { ArrowDown, Ban, Check, ChevronRight, CircleAlert, CircleDashed, CircleSlash, Hand, Split } from "lucide-react";
import { useState } from "react";
import { Markdown } from "@/components/shared/markdown/markdown";
import { Badge } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import type { ProcessGraphTask, TaskStage } from "@/lib/session-log/process-graph";
import { cn } from "@/lib/utils/cn";
import { toPlainText } from "@/lib/utils/markdown/plain-text";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { FileLink } from "../message/file-link";

interface TileProps {
  task: ProcessGraphTask;
  now: number;
  /** When it runs; undefined: always. */
  condition: string | undefined;
  /** Names of the tasks it depends on. */
  waitsFor: string[];
  place: { slug: string; sessionId: string };
  onShow?: ((taskId: string) => void) | undefined;
}

const stages: Record<TaskStage, { label: string; icon: typeof Check | null; tone: string; border: string }> = {
  skipped: { label: "Skipped", icon: CircleSlash, tone: "text-faint", border: "border-dashed" },
  ahead: { label: "Pending", icon: CircleDashed, tone: "text-faint", border: "" },
  working: { label: "Running", icon: null, tone: "text-info", border: "border-info-border" },
  asks: { label: "Needs response", icon: Hand, tone: "text-warning", border: "border-warning-border" },
  done: { label: "Completed", icon: Check, tone: "text-success", border: "" },
  failed: { label: "Failed", icon: CircleAlert, tone: "text-danger", border: "border-danger-border" },
  stopped: { label: "Canceled", icon: Ban, tone: "text-muted", border: "" },
};

/** Returns its working time, without waiting for people. */
function workingTime({ durationMs, startedAt, waitedMs, stage }: ProcessGraphTask, now: number): string | null {
  if (durationMs !== null) return formatDuration(Math.max(0, durationMs - waitedMs));
  return stage === "working" && startedAt ? formatDuration(Math.max(0, now - Date.parse(startedAt) - waitedMs)) : null;
}

const pressed = "-m-1 flex min-w-0 items-center gap-3 rounded-mark p-1 hover:bg-hover";
const maxShown = 110;

/** Returns the end of the live text, from the start of a word. */
function truncateStart(text: string): string {
  const plain = toPlainText(text.slice(-2_000));
  return plain.length <= maxShown ? plain : `… ${plain.slice(-maxShown).replace(/^\S*\s/, "")}`;
}

/** The cases of a branch; the one that was taken stands out. */
const CaseList = ({ cases, taken }: { cases: ProcessGraphTask["cases"]; taken: string | undefined }) => (
  <ul className="flex flex-wrap gap-1">
    {cases.map(({ id, name }) => (
      <li key={id} className="min-w-0">
        <Badge tone={id === taken ? "success" : "neutral"}>
          {id === taken ? <Check aria-label="Taken" /> : <Split aria-hidden />} {name}
        </Badge>
      </li>
    ))}
  </ul>
);

/** One task of the diagram; it expands to its output, or links to its messages. */
export function TaskTile({ task, now, condition, waitsFor, place, onShow }: TileProps) {
  const [open, setOpen] = useState(false);
  const { cases, taken } = task;
  const { name, agentName, model, stage, output, error, file, variable, repaired, doing, live, waitedMs } = task;
  const { label, icon: Icon, tone, border } = stages[stage];
  const time = workingTime(task, now);
  const opens = !onShow && output !== null && output !== "";
  const isLink = onShow && stage !== "ahead" && stage !== "skipped";
  const worker = cases.length > 0 ? (agentName ?? "Branch") : (agentName ?? "No agent");
  const head = (
    <>
      <span className={cn("flex size-4 shrink-0 items-center justify-center", tone)}>
        {Icon ? <Icon aria-hidden className="size-4" /> : <Spinner className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 break-words text-left font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-left text-label text-muted">
          {[condition, ...(stage === "skipped" ? [] : [worker, model])].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="shrink-0 text-right text-label">
        <span className={cn("block", tone)}>{label}</span>
        {time && (
          <span
            className="block text-muted tabular-nums"
            title={waitedMs > 0 ? `Excludes ${formatDuration(waitedMs)} waiting for input` : undefined}
          >
            {time}
          </span>
        )}
      </span>
    </>
  );
  return (
    <div className={cn("grid gap-2 rounded-control border bg-canvas p-3", border)}>
      {isLink ? (
        <button type="button" title="Show in the steps below" onClick={() => onShow(task.taskId)} className={pressed}>
          {head}
          <ArrowDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      ) : opens ? (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className={pressed}>
          {head}
          <ChevronRight
            aria-hidden
            className={cn("size-4 shrink-0 text-muted transition-transform", open && "rotate-90")}
          />
        </button>
      ) : (
        <div className="flex min-w-0 items-center gap-3">{head}</div>
      )}
      {stage === "ahead" && waitsFor.length > 0 && (
        <p className="truncate text-label text-muted">Depends on {waitsFor.join(", ")}</p>
      )}
      {cases.length > 0 && stage !== "skipped" && <CaseList cases={cases} taken={taken?.id} />}
      {doing && <p className="truncate text-label text-muted">{doing}</p>}
      {repaired && <p className="text-label text-muted">The output didn't match the schema and was requested again.</p>}
      {live && (
        <p aria-busy="true" className="line-clamp-2 break-words text-muted text-secondary">
          {truncateStart(live)}
        </p>
      )}
      {error && <p className="break-words text-danger text-secondary">{error}</p>}
      {variable && <p className="text-label text-muted">Saved to variable {variable}</p>}
      {file && (
        <p className="flex min-w-0">
          <FileLink slug={place.slug} sessionId={place.sessionId} fileId={file.fileId} filename={file.filename} />
        </p>
      )}
      {open && output && (
        <div className="max-h-96 overflow-auto rounded-control bg-sunken p-3 text-secondary">
          <Markdown text={output} />
        </div>
      )}
    </div>
  );
}
