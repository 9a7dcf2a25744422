"use client";

import { Banner } from "@/components/shared/banner";
import { RelativeTime } from "@/components/shared/relative-time";
import type { Datasource } from "@/lib/contract/datasources";
import type { Trial } from "@/lib/contract/trials";
import { LookBadge } from "../look-badge";
import { stageWork } from "../words";
import { TrialActions } from "./trial-actions";
import { TrialAmounts } from "./trial-amounts";
import { TrialProgress } from "./trial-progress";
import { trialLooks } from "./trial-words";

interface TrialCardProps {
  slug: string;
  datasource: Datasource;
  trial: Trial;
  present: Trial["amount"];
}

/** A trial: where it stands, how it compares in size, and how to end it. */
export function TrialCard({ slug, datasource, trial, present }: TrialCardProps) {
  const { status, message, nextRetry, stale, failures, startedByName, dateCreated, expires, stages } = trial;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-secondary">
        <LookBadge look={trialLooks[status]} />
        <span>
          Begun <RelativeTime date={dateCreated} />
          {startedByName && ` by ${startedByName}`}, removed by itself <RelativeTime date={expires} />
        </span>
      </p>
      {message && status !== "ready" && (
        <Banner tone={status === "failed" ? "danger" : "warning"}>
          {status === "stopped" ? "It was stopped. Go on with it to compare, or discard it." : message}
          {nextRetry && (
            <>
              {" "}
              The next try is <RelativeTime date={nextRetry} />.
            </>
          )}
        </Banner>
      )}
      {stale && (
        <Banner tone="warning">
          Documents have been added, changed or removed since it began: it is compared without that. If you use this
          chunking, it holds for them as well.
        </Banner>
      )}
      {status !== "ready" && <TrialProgress trial={trial} />}
      <TrialAmounts now={{ chunking: datasource.chunking, ...present }} tried={{ ...trial, ...trial.amount }} />
      {failures.length > 0 && (
        <div className="grid gap-1 text-secondary">
          <h3 className="text-label text-muted">Not part of the comparison: what failed</h3>
          <ul className="grid gap-1">
            {failures.map(({ title, failedStage, error }) => (
              <li key={`${title} ${error}`} className="[overflow-wrap:anywhere]">
                <span className="font-medium">{title}</span>{" "}
                <span className="text-danger">
                  {failedStage && `failed while ${stageWork[failedStage]}: `}
                  {error}
                </span>
              </li>
            ))}
          </ul>
          {(stages.failed ?? 0) > failures.length && (
            <p className="text-muted">And {((stages.failed ?? 0) - failures.length).toLocaleString("en")} more.</p>
          )}
        </div>
      )}
      <TrialActions slug={slug} datasource={datasource} trial={trial} />
    </div>
  );
}
