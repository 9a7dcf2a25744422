import { Check, Split } from "lucide-react";
import { useState } from "react";
import { Markdown } from "@/components/shared/markdown/markdown";
import { Badge } from "@/components/ui/badge";
import { itemCase } from "@/lib/contract/apps/steps";
import type { ProcessGraphTask } from "@/lib/session-log/process-graph";
import { cn } from "@/lib/utils/cn";
import { FileLink } from "../message/file-link";
import { ActiveItems, ItemProgress } from "./item-progress";
import { toLiveTail } from "./live-tail";
import { stages, TileHead } from "./tile-head";

interface TileProps {
  task: ProcessGraphTask;
  now: number;
  /** When it runs; undefined: always. */
  condition?: string | undefined;
  /** Names of the tasks it depends on. */
  waitsFor?: string[];
  place: { slug: string; sessionId: string };
  onShow?: ((taskId: string) => void) | undefined;
}

const maxItemText = 200;

/** The cases of a branch; the one that was taken stands out. In an iteration, with the number of items that took it. */
const CaseList = ({ cases, taken, items }: ProcessGraphTask) => (
  <ul className="flex flex-wrap gap-1">
    {cases.map(({ id, name }) => {
      const count = items.filter((one) => one.taken?.id === id).length;
      return (
        <li key={id} className="min-w-0">
          <Badge tone={id === taken?.id ? "success" : "neutral"}>
            {id === taken?.id ? <Check aria-label="Taken" /> : <Split aria-hidden />} {name}
            {count > 0 && ` (${count})`}
          </Badge>
        </li>
      );
    })}
  </ul>
);

/** What a tile says below its title: of an item, only the case that its branch has taken. */
function describeTask(
  { item, taken, stage, cases, agentName, model }: ProcessGraphTask,
  condition: string | undefined,
) {
  if (item) return taken?.name ?? "";
  const noun = cases[0]?.id === itemCase ? "Iteration" : cases.length > 0 ? "Branch" : "No agent";
  return [condition, ...(stage === "skipped" ? [] : [agentName ?? noun, model])].filter(Boolean).join(" · ");
}

/** One task of the diagram, or one item of it; it expands to its output or items, or links to its messages. */
export function TaskTile({ task, now, condition, waitsFor = [], place, onShow }: TileProps) {
  const [open, setOpen] = useState(false);
  const { taskId, name, item, items, progress, stage, output, error, file, variable, repaired, doing, live } = task;
  const isIteration = task.cases[0]?.id === itemCase;
  const hasItems = items.length > 0;
  const isLink = onShow && !hasItems && stage !== "ahead" && stage !== "skipped";
  const opens = hasItems || (!onShow && !isIteration && output !== null && output !== "");
  return (
    <div
      className={cn(
        "grid grid-cols-1 gap-2",
        item ? "px-3 py-2" : ["rounded-control border bg-canvas p-3", stages[stage].border],
      )}
    >
      <TileHead
        task={task}
        now={now}
        title={item ? `${item.number}. ${item.text.slice(0, maxItemText)}` : name}
        detail={describeTask(task, condition)}
        open={open}
        onToggle={opens ? () => setOpen(!open) : undefined}
        onShow={isLink ? () => onShow(taskId) : undefined}
      />
      {stage === "ahead" && waitsFor.length > 0 && (
        <p className="truncate text-label text-muted">Depends on {waitsFor.join(", ")}</p>
      )}
      {task.cases.length > 0 && !isIteration && !item && stage !== "skipped" && <CaseList {...task} />}
      {progress && <ItemProgress name={name} progress={progress} failed={stage === "failed"} />}
      {!open && <ActiveItems items={items} />}
      {doing && <p className="truncate text-label text-muted">{doing}</p>}
      {repaired && <p className="text-label text-muted">The output didn't match the schema and was requested again.</p>}
      {live && (
        <p aria-busy="true" className="line-clamp-2 break-words text-muted text-secondary">
          {toLiveTail(live)}
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
      {open && hasItems && (
        <section
          aria-label={`Items of ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded-control border bg-surface text-secondary"
        >
          <ol className="grid grid-cols-1 divide-y">
            {items.map((one) => (
              <li key={one.taskId} className="min-w-0">
                <TaskTile task={one} now={now} place={place} onShow={onShow} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
