"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { CodeEditor } from "@/components/shared/code/code-editor";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { PartAction, PreviewPart } from "@/lib/contract/transfers/schemas";
import { cn } from "@/lib/utils/cn";
import { actionLabel, kindLabels, statusLabels } from "./labels";

const DifferenceView = lazyPart(async () => (await import("@/components/shared/code/difference-view")).DifferenceView);

interface PartRowProps {
  part: PreviewPart;
  onChoose(action: PartAction): void;
}

/** A part of the file, the team's own part of that name, and the action to take. */
export function PartRow({ part, onChoose }: PartRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { kind, name, as, status, action, actions, before, after } = part;
  const { label, tone } = statusLabels[status];
  const differs = status === "changed" && before !== null;
  return (
    <li className="grid grid-cols-1 gap-3 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="w-12 shrink-0 text-label text-muted max-sm:self-start max-sm:leading-5">
          {kindLabels[kind]}
        </span>
        <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2">
          <span dir="auto" className="wrap-anywhere min-w-0 font-medium">
            {name}
          </span>
          <Badge tone={tone}>{label}</Badge>
          {as !== name && (
            <span dir="auto" className="wrap-anywhere text-muted text-secondary">
              becomes {as}
            </span>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-2 max-sm:w-full">
          {actions.length > 1 ? (
            <OptionSelect
              size="sm"
              aria-label={`Action for the ${kind} “${name}”`}
              value={action}
              options={actions.map((one) => ({ value: one, label: actionLabel(part, one) }))}
              onChange={(value) => {
                const next = actions.find((one) => one === value);
                if (next) onChoose(next);
              }}
              className="min-w-0 max-sm:flex-1 sm:w-48 xl:w-64"
            />
          ) : (
            <span className="text-muted text-secondary max-sm:flex-1 sm:w-48 xl:w-64 sm:px-2.5">Will be added</span>
          )}
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${differs ? "Show changes to" : "Show YAML for"} the ${kind} “${name}”`}
            onClick={() => setOpen(!open)}
            className="sm:w-32 sm:justify-end"
          >
            {differs ? "Changes" : "YAML"}
            <ChevronDown aria-hidden className={cn("transition-transform", open && "rotate-180")} />
          </Button>
        </span>
      </div>
      <div id={id} hidden={!open}>
        {open &&
          (differs ? (
            <Lazy fallback={<Skeleton className="h-40" />}>
              <DifferenceView before={before} after={after} language="yaml" labels={["In your team", "In the file"]} />
            </Lazy>
          ) : (
            <div className="max-h-[32rem] overflow-auto rounded-control">
              <CodeEditor value={after} language="yaml" label={`YAML for the ${kind} “${name}”`} className="min-h-24" />
            </div>
          ))}
      </div>
    </li>
  );
}
