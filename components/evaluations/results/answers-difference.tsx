"use client";

import Link from "next/link";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Attempt, CaseResult } from "@/lib/contract/evaluations/results";
import { formatCost, formatDuration } from "@/lib/utils/text/format-figures";
import { OutcomeBadge } from "./badges";

const DifferenceView = lazyPart(async () => (await import("@/components/shared/code/difference-view")).DifferenceView);

interface AnswersProps {
  slug: string;
  before: CaseResult;
  after: CaseResult;
  labels: [before: string, after: string];
}

/** The answers of two attempts side by side, with their differences marked. */
export function AnswersDifference({ slug, before, after, labels }: AnswersProps) {
  const count = Math.max(before.attempts.length, after.attempts.length);
  const [number, setNumber] = useState(1);
  const find = (result: CaseResult) => result.attempts.find((one) => one.number === number);
  const [left, right] = [find(before), find(after)];
  return (
    <div className="grid grid-cols-1 gap-3">
      {count > 1 && (
        <OptionSelect
          aria-label="Attempt"
          size="sm"
          className="w-36"
          value={String(number)}
          onChange={(next) => setNumber(Number(next))}
          options={Array.from({ length: count }, (_, i) => ({ value: String(i + 1), label: `Attempt ${i + 1}` }))}
        />
      )}
      <Lazy fallback={<Skeleton className="h-24" />}>
        <DifferenceView before={left?.answer ?? ""} after={right?.answer ?? ""} language="text" labels={labels} />
      </Lazy>
      <div className="grid gap-3 md:grid-cols-2">
        <Side slug={slug} label={labels[0]} attempt={left} />
        <Side slug={slug} label={labels[1]} attempt={right} />
      </div>
    </div>
  );
}

function Side({ slug, label, attempt }: { slug: string; label: string; attempt: Attempt | undefined }) {
  if (!attempt) return <p className="text-muted text-secondary">{label}: this attempt wasn't run.</p>;
  const { outcome, reason, sessionId, costUsd, durationMs } = attempt;
  const facts = [durationMs !== null && formatDuration(durationMs), costUsd !== null && formatCost(costUsd)];
  return (
    <div className="grid content-start gap-1 text-secondary">
      <p className="flex flex-wrap items-center gap-2">
        <span className="sr-only">{label}: </span>
        <OutcomeBadge outcome={outcome} sessionId={sessionId} />
        <span className="text-muted tabular-nums">{facts.filter(Boolean).join(" · ")}</span>
        {sessionId && (
          <Link href={`/${slug}/session/${sessionId}/trace`} className="text-accent underline underline-offset-2">
            Trace<span className="sr-only"> of {label}</span>
          </Link>
        )}
      </p>
      {reason && <p className="wrap-anywhere text-muted">{reason}</p>}
    </div>
  );
}
