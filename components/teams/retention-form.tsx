"use client";

import { useState } from "react";
import { Field } from "@/components/shared/field";
import { NumberInput } from "@/components/shared/number-input";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { usePermission } from "@/hooks/use-permission";
import { teams } from "@/lib/contract/calls/teams";
import type { Answer } from "@/lib/contract/endpoint";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/pluralize";

type Retention = Answer<typeof teams.retention>;
type Choice = "server" | "ever" | "days";

const options = [
  { value: "server", label: "Default" },
  { value: "ever", label: "For ever" },
  { value: "days", label: "Some days" },
] as const;

const span = (days: number): string => (days === 0 ? "for ever" : `for ${pluralize(days, "day")}`);

/** What holds now, then the default and the plan's limit, each where it is not what was just said. */
function sayKept({ days, server, plan }: Retention): string {
  const now = `What is said in sessions is kept ${span(days)}${days > 0 ? "; then its texts, files and traces are deleted" : ""}.`;
  const preset = server === days ? "That is the default." : `By default it is kept ${span(server)}.`;
  const most = plan > 0 ? ` The plan keeps it ${span(plan)} at most.` : "";
  return `${now} ${preset}${most}`;
}

export function RetentionForm({ slug }: { slug: string }) {
  const { data } = useEndpoint(teams.retention, { params: { resourceSlug: slug } });
  if (!data) return <Skeleton className="h-16" />;
  return <Form key={String(data.own)} slug={slug} stored={data} />;
}

const choiceOf = (own: number | null): Choice => (own === null ? "server" : own === 0 ? "ever" : "days");

function Form({ slug, stored }: { slug: string; stored: Retention }) {
  const { own, server } = stored;
  const why = usePermission().why(Permission.EDIT_TEAM);
  const [choice, setChoice] = useState<Choice>(choiceOf(own));
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
    const wanted = { server: null, ever: 0, days: days ?? Number.NaN }[choice];
    if (Number.isNaN(wanted)) return setProblem("Give a whole number of days.");
    void save.run({ params: { resourceSlug: slug }, body: { days: wanted } });
  };
  return (
    <div className="grid gap-3">
      <p className="text-muted text-secondary">{sayKept(stored)}</p>
      <Field label="Keep it" group error={problem} help={why}>
        <div className="flex flex-wrap items-center gap-3">
          <Segmented<Choice>
            label="Keep what is said in sessions"
            value={choice}
            onChange={setChoice}
            options={options}
          />
          {choice === "days" && (
            <NumberInput aria-label="Days" value={days} min={1} max={36_500} className="max-w-24" onChange={setDays} />
          )}
        </div>
      </Field>
      <div>
        <Explained why={why}>
          <Button variant="outline" loading={save.pending} onClick={submit}>
            Save
          </Button>
        </Explained>
      </div>
    </div>
  );
}
