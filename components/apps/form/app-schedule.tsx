"use client";

import { Field } from "@/components/shared/form/field";
import { MemberSelect } from "@/components/shared/pickers/member-select";
import { ScheduleFields } from "@/components/shared/schedule/schedule-fields";
import { Banner } from "@/components/shared/status/banner";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { Schedule } from "@/lib/contract/apps/schedule";
import type { App } from "@/lib/contract/apps/schemas";
import { variables } from "@/lib/contract/variables/calls";

interface AppScheduleProps {
  slug: string;
  app: App;
  value: Schedule;
  onChange(value: Schedule): void;
}

type Cron = Extract<Schedule, { type: "cron" }>;

/** How often an app runs on a schedule, as which member, and with which values. */
export function AppSchedule({ slug, app, value, onChange }: AppScheduleProps) {
  const { account } = useAccount();
  return (
    <div className="grid gap-4">
      {app.schedule.pausedReason && (
        <Banner tone="warning">
          The schedule is paused. {app.schedule.pausedReason} Change the schedule and save to resume it.
        </Banner>
      )}
      <ScheduleFields
        slug={slug}
        value={value}
        subject="run"
        onChange={(next) => onChange(next.type === "cron" ? { principalId: account?._id, ...value, ...next } : next)}
      />
      {value.type === "cron" && <CronFields slug={slug} app={app} value={value} onChange={onChange} />}
    </div>
  );
}

function CronFields({ slug, app, value, onChange }: Omit<AppScheduleProps, "value"> & { value: Cron }) {
  const { principalId, principalName } = app.schedule;
  const chat = app.type === "chat";
  return (
    <>
      <Field
        label="Runs as"
        required
        help="Runs use this member's permissions. If they leave the team, the schedule is paused."
      >
        <MemberSelect
          slug={slug}
          value={value.principalId ?? ""}
          stored={principalId && principalName ? { value: principalId, label: principalName } : undefined}
          onChange={(chosen) => onChange({ ...value, principalId: chosen || undefined })}
        />
      </Field>
      <Field label={chat ? "Message to the agent" : "Additional instructions (optional)"} required={chat}>
        <Textarea
          rows={3}
          value={value.message ?? ""}
          onChange={({ target }) => onChange({ ...value, message: target.value })}
        />
      </Field>
      <StartValues slug={slug} ids={app.variableIds} value={value} onChange={onChange} />
    </>
  );
}

interface StartValuesProps {
  slug: string;
  /** Ids of the variables that the app asks for. */
  ids: string[];
  value: Cron;
  onChange(value: Schedule): void;
}

/** Initial values of each run: the variables that the app requires, and optionally others that are not secret. */
function StartValues({ slug, ids, value, onChange }: StartValuesProps) {
  const params = { resourceSlug: slug };
  const { data } = useEndpoint(variables.list, { params, query: { secret: false, limit: 100, sort: "name" } });
  const variableRows = data?.variables ?? [];
  const values = value.variables ?? {};
  const shown = variableRows.filter(({ _id, name }) => ids.includes(_id) || Object.hasOwn(values, name));
  const others = variableRows.filter((one) => !shown.includes(one));
  const set = (name: string, text: string) => onChange({ ...value, variables: { ...values, [name]: text } });
  return (
    <>
      {shown.map(({ _id, name, description, defaultValue }) => (
        <Field key={_id} label={name} help={description || undefined}>
          <Input
            value={values[name] ?? ""}
            placeholder={defaultValue || undefined}
            onChange={({ target }) => set(name, target.value)}
          />
        </Field>
      ))}
      {others.length > 0 && (
        <Field label="Set a variable">
          <OptionSelect
            value={null}
            placeholder="Choose a variable"
            options={others.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => set(name, "")}
          />
        </Field>
      )}
    </>
  );
}
