"use client";

import { Field } from "@/components/shared/form/field";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import { usePlan } from "@/hooks/account/use-plan";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { type SchedulePeriod, schedulePeriods } from "@/lib/constants/plans";
import type { Schedule } from "@/lib/contract/datasources/settings";
import { plans } from "@/lib/contract/plans/calls";
import { periodLabels } from "@/lib/utils/schedule/describe-schedule";

/** Loaded once a period is chosen: it computes dates in other time zones. */
const TimingFields = lazyPart(async () => (await import("./timing-fields")).TimingFields);

const manual = "manual";
const shortestFirst = schedulePeriods.toReversed();

interface ScheduleFieldsProps {
  slug: string;
  value: Schedule;
  onChange(value: Schedule): void;
  /** What it starts. */
  subject: "run" | "sync";
}

/** How often something runs, and when. Periods outside the plan say so. */
export function ScheduleFields({ slug, value, onChange, subject }: ScheduleFieldsProps) {
  const plan = usePlan();
  const isOutside = (unit: SchedulePeriod): boolean => plan !== undefined && !plan.limits.periods.includes(unit);
  const hasOutside = schedulePeriods.some(isOutside);
  const { data } = useEndpoint(plans.get, { params: { resourceSlug: slug }, enabled: hasOutside });
  const catchUp = `If one or more scheduled times are missed, one catch-up ${subject} starts.`;
  return (
    <>
      <Field label="Frequency" help={`${catchUp} ${(hasOutside && data?.planUse.change) || ""}`}>
        <OptionSelect
          value={value.type === "cron" ? value.unit : manual}
          options={[
            { value: manual, label: "Manual only" },
            ...shortestFirst.map((unit) => ({
              value: unit,
              label: periodLabels[unit],
              disabled: isOutside(unit),
              ...(isOutside(unit) && { help: `Not in the ${plan?.title} plan` }),
            })),
          ]}
          onChange={(next) => onChange(withPeriod(value, next))}
        />
      </Field>
      {value.type === "cron" && (
        <Lazy fallback={<Skeleton className="h-40" />}>
          <TimingFields value={value} onChange={onChange} subject={subject} />
        </Lazy>
      )}
    </>
  );
}

/** Changes the period; fields that the new one doesn't have are removed, others get a usual value. */
function withPeriod(value: Schedule, next: string): Schedule {
  const unit = shortestFirst.find((one) => one === next);
  if (!unit) return { type: "manual" };
  const {
    at = "09:00",
    timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...kept
  } = value.type === "cron" ? value : { type: "cron" as const };
  const timed = unit !== "minute" && unit !== "hour";
  return {
    ...kept,
    unit,
    at: timed ? at : undefined,
    timeZone: timed ? timeZone : undefined,
    weekdays: unit === "week" ? [1] : undefined,
    startsAt: null,
  };
}
