"use client";

import { RelativeTime } from "@/components/shared/details/relative-time";
import { Banner } from "@/components/shared/status/banner";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { Trial } from "@/lib/contract/trials/schemas";
import { stageWork } from "../../labels";
import { StatusBadge } from "../../status-badge";
import { TrialActions } from "./trial-actions";
import { TrialAmounts } from "./trial-amounts";
import { trialLabels } from "./trial-labels";
import { TrialProgress } from "./trial-progress";

interface TrialCardProps {
  slug: string;
  datasource: Datasource;
  trial: Trial;
  present: Trial["amount"];
}

/** A trial with its progress, its size compared with the current chunking, and its actions. */
export function TrialCard({ slug, datasource, trial, present }: TrialCardProps) {
  const { status, message, nextRetry, stale, failures, startedByName, dateCreated, expires, stages } = trial;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-secondary">
        <StatusBadge status={trialLabels[status]} />
        <span>
          Started <RelativeTime date={dateCreated} />
          {startedByName && ` by ${startedByName}`}, deleted automatically <RelativeTime date={expires} upcoming />
        </span>
      </p>
      {message && status !== "ready" && (
        <Banner tone={status === "failed" ? "danger" : "warning"}>
          {status === "stopped" ? "This comparison was canceled. Resume or discard it." : message}
          {nextRetry && (
            <>
              {" "}
              Next retry: <RelativeTime date={nextRetry} upcoming />.
            </>
          )}
        </Banner>
      )}
      {stale && (
        <Banner tone="warning">
          Documents were added, changed or removed since the comparison started. They aren't part of the comparison, but
          will use its settings if you choose “Use these chunking settings”.
        </Banner>
      )}
      {status !== "ready" && <TrialProgress trial={trial} />}
      <TrialAmounts present={{ chunking: datasource.chunking, ...present }} trial={{ ...trial, ...trial.amount }} />
      {failures.length > 0 && (
        <div className="grid gap-1 text-secondary">
          <h3 className="text-label text-muted">Failed documents (not compared)</h3>
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
