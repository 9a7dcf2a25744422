"use client";

import { CircleCheck, CircleDashed, X } from "lucide-react";
import Link from "next/link";
import { useEffect, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { storedValue } from "@/lib/utils/browser/stored-value";
import { cn } from "@/lib/utils/cn";
import { type Step, useSteps } from "./use-steps";

/** The first steps of a new team. Hidden in this browser once all are done, or when dismissed. */
export function Checklist({ slug }: { slug: string }) {
  const stored = useMemo(() => storedValue(`muster.checklist.${slug}`), [slug]);
  const hidden = useStoredValue(stored);
  return hidden === null ? <Steps slug={slug} onHide={() => stored.set("hidden")} /> : null;
}

function Steps({ slug, onHide }: { slug: string; onHide(): void }) {
  const steps = useSteps(slug);
  const done = steps?.filter((step) => step.done).length ?? 0;
  const isComplete = done === steps?.length;
  useEffect(() => {
    if (isComplete) onHide();
  }, [isComplete, onHide]);
  if (!steps || isComplete) return null;
  return (
    <section aria-labelledby="checklist" className="grid gap-3 rounded-card border bg-surface p-4">
      <div className="flex items-center gap-4">
        <h2 id="checklist" className="flex-1 font-semibold text-section">
          Get started
        </h2>
        <span className="text-muted text-secondary tabular-nums">
          {done} of {steps.length} done
        </span>
        <Button variant="ghost" size="icon" aria-label="Dismiss the checklist" title="Dismiss" onClick={onHide}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      <Progress aria-label="Steps done" value={(100 * done) / steps.length} />
      <ol className="grid gap-1 sm:grid-cols-2 xl:grid-cols-5">
        {steps.map((step) => (
          <ChecklistStep key={step.title} {...step} />
        ))}
      </ol>
    </section>
  );
}

function ChecklistStep({ title, text, href, done }: Step) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="relative flex gap-2 rounded-control p-2 hover:bg-hover">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", done ? "text-success" : "text-muted")} />
      <span className="grid content-start">
        <Link href={href} className={cn("font-medium after:absolute after:inset-0", done && "text-muted")}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </Link>
        <span className="text-label text-muted">{text}</span>
      </span>
    </li>
  );
}
