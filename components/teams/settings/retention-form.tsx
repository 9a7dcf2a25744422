"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { NumberInput } from "@/components/shared/form/number-input";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { teams } from "@/lib/contract/teams/calls";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";

type Retention = ResponseBody<typeof teams.retention>;
type Choice = "server" | "ever" | "days";

const options = [
  { value: "server", label: "Default" },
  { value: "ever", label: "Forever" },
  { value: "days", label: "Custom" },
] as const;

const formatSpan = (days: number): string => (days === 0 ? "forever" : `for ${pluralize(days, "day")}`);

/** Describes the effective retention, then the default and the plan's limit if they differ. */
function describeRetention({ days, server, plan }: Retention): string {
  const now = `Session data is kept ${formatSpan(days)}${days > 0 ? ", then messages, files and traces are deleted" : ""}.`;
  const preset = server === days ? "This is the default." : `By default, it is kept ${formatSpan(server)}.`;
  const planText = plan > 0 ? ` Your plan keeps it for up to ${pluralize(plan, "day")}.` : "";
  return `${now} ${preset}${planText}`;
}

export function RetentionForm({ slug }: { slug: string }) {
  const { data } = useEndpoint(teams.retention, { params: { resourceSlug: slug } });
  if (!data) return <Skeleton className="h-16" />;
  return <Form key={String(data.own)} slug={slug} stored={data} />;
}

const toChoice = (own: number | null): Choice => (own === null ? "server" : own === 0 ? "ever" : "days");

function Form({ slug, stored }: { slug: string; stored: Retention }) {
  const { own, server } = stored;
  const disabledReason = usePermission().why(Permission.EDIT_TEAM);
  const [choice, setChoice] = useState<Choice>(toChoice(own));
  const [days, setDays] = useState<number | null | undefined>(own || server || 90);
  const [problem, setProblem] = useState<string>();
  const save = useAction(teams.editRetention, {
    success: "Saved.",
    onError: (error) => {
      setProblem(error.message);
      return true;
    },
  });
  const submit = () => {
    setProblem(undefined);
    const retentionDays = { server: null, ever: 0, days: days ?? Number.NaN }[choice];
    if (Number.isNaN(retentionDays)) return setProblem("Enter a whole number of days.");
    void save.run({ params: { resourceSlug: slug }, body: { days: retentionDays } });
  };
  return (
    <div className="grid gap-3">
      <p className="text-muted text-secondary">{describeRetention(stored)}</p>
      <Field label="Keep session data" group error={problem} help={disabledReason}>
        <div className="flex flex-wrap items-center gap-3">
          <Segmented<Choice> label="Session data retention" value={choice} onChange={setChoice} options={options} />
          {choice === "days" && (
            <NumberInput aria-label="Days" value={days} min={1} max={36_500} className="max-w-24" onChange={setDays} />
          )}
        </div>
      </Field>
      <div>
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" loading={save.pending} onClick={submit}>
            Save
          </Button>
        </DisabledTooltip>
      </div>
    </div>
  );
}
