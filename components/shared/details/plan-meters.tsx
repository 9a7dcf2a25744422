"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { planLabel } from "@/components/shared/details/plan-label";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { unlimited } from "@/lib/constants/plan-names";
import { storageLocation } from "@/lib/constants/plans";
import { plans } from "@/lib/contract/plans/calls";
import type { PlanUse } from "@/lib/contract/plans/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { Banner } from "../status/banner";
import { QueryError } from "../status/error-state";

/** Usage against the plan's limits, and who can change the plan; `bare` leaves out the latter. */
export function PlanMeters({ slug, bare = false }: { slug: string; bare?: boolean }) {
  const { data, error, refetch } = useEndpoint(plans.get, { params: { resourceSlug: slug } });
  if (error && !data) return <QueryError error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return <Meters slug={slug} use={data.planUse} bare={bare} />;
}

const formatDay = (date: string): string => new Date(date).toLocaleDateString(undefined, { dateStyle: "medium" });
const count = (value: number): string => value.toLocaleString("en");

function Meters({ slug, use, bare }: { slug: string; use: PlanUse; bare: boolean }) {
  const { users, teams, orgs, storage, functionTools, files, sessionDays } = use;
  return (
    <div className="grid gap-4">
      {!bare && (
        <p>
          <span className="font-medium">{planLabel(use.plan, use.trial)}</span>
          {use.endsAt && new Date(use.endsAt) > new Date() && (
            <span className="text-muted">
              {" "}
              · {use.trial || use.cancelled ? "until" : "renews on"} {formatDay(use.endsAt)}
            </span>
          )}
          <span className="block text-muted text-secondary">
            {use.change}{" "}
            {use.sold && (
              <Link
                href={`/billing?resourceSlug=${slug}`}
                prefetch={false}
                className="font-medium text-accent underline-offset-2 hover:underline"
              >
                See plans
              </Link>
            )}
          </span>
        </p>
      )}
      <ExceededLimits use={use} />
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Meter label="Members and pending invitations" {...users} show={count} />
        <Meter label="Teams" {...teams} show={count} />
        {orgs && <Meter label="Organizations you own" {...orgs} show={count} />}
        <Meter label={`Vector storage (${storageLocation})`} {...storage} show={formatBytes} />
        <Meter label="Function tools" {...functionTools} show={count} />
        <Fact
          label="Files"
          value={files.count === 0 ? "None yet" : `${count(files.count)} (${formatBytes(files.bytes)})`}
        >
          Max file size: {formatBytes(files.maxFileBytes)}.
        </Fact>
        <Fact
          label="Sessions"
          value={sessionDays === 0 ? "Kept forever" : `Kept for up to ${pluralize(sessionDays, "day")}`}
        />
      </dl>
    </div>
  );
}

const either = new Intl.ListFormat("en", { type: "disjunction" });

/** What exceeds the limits after a downgrade. */
function ExceededLimits({ use: { title, over, teams, storage, functionTools } }: { use: PlanUse }) {
  const { members, models } = over;
  const more = [
    teams.used > teams.max ? "teams" : [],
    storage.used > storage.max ? "documents" : [],
    functionTools.used > functionTools.max ? "function tools" : [],
  ].flat();
  if (members === 0 && models === 0 && more.length === 0) return null;
  return (
    <Banner tone="warning">
      Your usage exceeds the {title} plan's limits. Nothing is deleted.
      {more.length > 0 && ` Existing items stay, but you can't add ${either.format(more)}.`}
      {members === 1 && " The newest member has no seat, so their access is read-only."}
      {members > 1 && ` The ${count(members)} newest members have no seat, so their access is read-only.`}
      {models > 0 && ` ${pluralize(models, "model")} from providers outside the plan won't run.`}
    </Banner>
  );
}

interface MeterProps {
  label: string;
  used: number;
  /** 0: not in the plan. */
  max: number;
  show(value: number): string;
}

function Meter({ label, used, max, show }: MeterProps) {
  const none = max === 0 && used === 0;
  const isUnlimited = show === count && max >= unlimited;
  const text = none ? "Not in this plan" : `${show(used)} ${isUnlimited ? "(unlimited)" : `of ${show(max)}`}`;
  // Using the single unit of a limit of 1 is not a warning.
  const tone = used > max ? "danger" : used === max && max > 1 ? "warning" : "accent";
  return (
    <div className="grid content-start gap-1.5">
      <dt className="flex items-baseline justify-between gap-3 text-secondary">
        {label}
        <span className="shrink-0 text-muted tabular-nums">{text}</span>
      </dt>
      <dd className="grid gap-1">
        {!none && !isUnlimited && (
          <Progress aria-label={`${label}: ${text}`} tone={tone} value={(used / Math.max(max, 1)) * 100} />
        )}
        {!none && used >= max && (
          <span className="text-label text-muted">
            {used > max ? "Over the limit. Existing items stay; you can't add more." : "Limit reached."}
          </span>
        )}
      </dd>
    </div>
  );
}

function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <dt className="flex items-baseline justify-between gap-3 text-secondary">
        {label}
        <span className="text-muted tabular-nums">{value}</span>
      </dt>
      {children && <dd className="text-label text-muted">{children}</dd>}
    </div>
  );
}
