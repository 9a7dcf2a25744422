"use client";

import { CircleCheck, CircleDashed, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Progress } from "@/components/ui/progress";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { transfers } from "@/lib/contract/transfers/calls";
import type { ImportStepView } from "@/lib/contract/transfers/import-steps";
import { Permission } from "@/lib/permissions/bits";
import { cn } from "@/lib/utils/cn";
import { pluralize } from "@/lib/utils/text/pluralize";

const refreshMs = 15_000;
/** Steps that are shown at first. */
const maxShown = 6;

interface ImportChecklistProps {
  slug: string;
  appId: string;
}

const isOpen = ({ done }: ImportStepView): boolean => !done;

/** What remains to be done after the app's import. Disappears when all is done, or for everyone when dismissed. */
export function ImportChecklist({ slug, appId }: ImportChecklistProps) {
  const { data } = useEndpoint(transfers.steps, { params: { resourceSlug: slug, appId } });
  return data?.steps.some(isOpen) ? <Steps slug={slug} appId={appId} /> : null;
}

/** Refreshes regularly: the steps are done on other pages, and by others. */
function Steps({ slug, appId }: ImportChecklistProps) {
  const params = { resourceSlug: slug, appId };
  const { has } = usePermission();
  const [all, setAll] = useState(false);
  const { data } = useEndpoint(transfers.steps, { params, refetchInterval: refreshMs });
  const dismissing = useAction(transfers.dismissSteps);
  const ticking = useAction(transfers.tickStep);
  const canEdit = has(Permission.EDIT_APP);
  const steps = data?.steps ?? [];
  const done = steps.filter((step) => step.done).length;
  const openFirst = [...steps.filter(isOpen), ...steps.filter((step) => step.done)];
  const shown = all ? openFirst : openFirst.slice(0, maxShown);
  return (
    <section aria-labelledby="import-checklist" className="grid gap-3 rounded-card border bg-surface p-4">
      <div className="flex items-center gap-4">
        <h2 id="import-checklist" className="flex-1 font-semibold text-section">
          Finish the import
        </h2>
        <span className="text-muted text-secondary tabular-nums">
          {done} of {steps.length} done
        </span>
        {canEdit && (
          <Button
            variant="ghost"
            size="icon"
            changes
            aria-label="Dismiss the checklist"
            title="Dismiss for everyone"
            loading={dismissing.pending}
            onClick={() => void dismissing.run({ params })}
          >
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      <Progress aria-label="Steps done" value={(100 * done) / steps.length} />
      <ul className="grid gap-1">
        {shown.map((step) => (
          <ChecklistStep
            key={step.id}
            slug={slug}
            step={step}
            onTick={canEdit ? (ticked) => ticking.run({ params, body: { step: step.id, done: ticked } }) : null}
          />
        ))}
      </ul>
      {steps.length > maxShown && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${pluralize(steps.length, "step")}`}
        </Button>
      )}
    </section>
  );
}

interface ChecklistStepProps {
  slug: string;
  step: ImportStepView;
  /** Resolves to undefined if it fails. Null: the account can't edit apps. */
  onTick: ((done: boolean) => Promise<object | undefined>) | null;
}

function ChecklistStep({ slug, step, onTick }: ChecklistStepProps) {
  const { message, path, manual } = step;
  /** What was ticked, until it is read again. */
  const [ticked, setTicked] = useState<boolean>();
  if (ticked === step.done) setTicked(undefined);
  const done = ticked ?? step.done;
  const tick = async (next: boolean) => {
    setTicked(next);
    if (!(await onTick?.(next))) setTicked(undefined);
  };
  const Icon = done ? CircleCheck : CircleDashed;
  const text = (
    <span dir="auto" className={cn("wrap-anywhere", done && "text-muted")}>
      {message}
      {done && <span className="sr-only"> (done)</span>}
    </span>
  );
  return (
    <li className="flex items-start gap-2 rounded-control p-1.5">
      {manual && onTick ? (
        <Checkbox className="mt-0.5" aria-label={message} checked={done} onChange={(next) => void tick(next)} />
      ) : (
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", done ? "text-success" : "text-muted")} />
      )}
      {path ? (
        <Link href={`/${slug}/${path}`} className={cn("min-w-0 hover:underline", !done && "text-accent")}>
          {text}
        </Link>
      ) : (
        text
      )}
    </li>
  );
}
