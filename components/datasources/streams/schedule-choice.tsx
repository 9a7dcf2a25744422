"use client";

import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { usePlan } from "@/hooks/account/use-plan";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { schedulePeriods } from "@/lib/constants/plans";
import type { Schedule } from "@/lib/contract/datasources/settings";
import { plans } from "@/lib/contract/plans/calls";
import { periodLabel } from "../labels";

interface ScheduleChoiceProps {
  slug: string;
  value: Schedule;
  onChange(value: Schedule): void;
}

const manual = "manual";
const shortestFirst = [...schedulePeriods].reverse();

/** Selects how often a connection is synced. Options outside the plan say so. */
export function ScheduleChoice({ slug, value, onChange }: ScheduleChoiceProps) {
  const plan = usePlan();
  const isOutside = (unit: (typeof schedulePeriods)[number]): boolean =>
    plan !== undefined && !plan.limits.periods.includes(unit);
  const hasOutside = schedulePeriods.some(isOutside);
  const { data } = useEndpoint(plans.get, { params: { resourceSlug: slug }, enabled: hasOutside });
  return (
    <div className="grid grid-cols-1 gap-3">
      <RadioGroup
        aria-label="Frequency"
        className="sm:grid-cols-2"
        value={value.type === "cron" ? value.unit : manual}
        onChange={(next) => {
          const unit = schedulePeriods.find((one) => one === next);
          onChange(unit ? { type: "cron", unit } : { type: "manual" });
        }}
      >
        <RadioItem card value={manual} label="Manual" help="Only when someone selects “Sync now”." />
        {shortestFirst.map((unit) => (
          <RadioItem
            key={unit}
            card
            value={unit}
            label={periodLabel(unit)}
            disabled={isOutside(unit)}
            help={isOutside(unit) ? `Not in the ${plan?.title} plan` : undefined}
          />
        ))}
      </RadioGroup>
      <p className="text-muted text-secondary">
        {value.type === "cron" &&
          "The first scheduled sync is one interval from now. If syncs are missed, one catch-up sync starts. "}
        {hasOutside && data?.planUse.change}
      </p>
    </div>
  );
}
