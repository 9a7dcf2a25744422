"use client";

import { Field } from "@/components/shared/form/field";
import { Combobox } from "@/components/ui/combobox";
import { Input } from "@/components/ui/input";
import type { Schedule } from "@/lib/contract/datasources/settings";
import { fromLocalText, toLocalText } from "@/lib/utils/schedule/next-occurrence";
import { NextOccurrences } from "./next-occurrences";
import { findTimeZones } from "./time-zones";
import { WeekdayToggles } from "./weekday-toggles";

export type Cron = Extract<Schedule, { type: "cron" }>;

interface TimingFieldsProps {
  value: Cron;
  onChange(value: Cron): void;
  subject: "run" | "sync";
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const startHelp: Partial<Record<Cron["unit"], string>> = {
  month: "Repeats on this day of the month, or on the last day of shorter months.",
  year: "Repeats on this day of the year.",
};

/** When a schedule's runs take place, and the next three. */
export function TimingFields(props: TimingFieldsProps) {
  const { value, subject } = props;
  const timed = value.unit !== "minute" && value.unit !== "hour";
  return (
    <>
      {timed ? <TimeOfDay {...props} /> : <FirstOccurrence {...props} />}
      <NextOccurrences schedule={value} title={`Next ${subject}s`} />
    </>
  );
}

/** Weekdays, time, time zone and first date, for periods of a day or longer. */
function TimeOfDay({ value, onChange }: TimingFieldsProps) {
  const { unit, startsAt, timeZone = "UTC", weekdays } = value;
  const start = startsAt && toLocalText(new Date(startsAt), timeZone);
  const at = value.at ?? start?.slice(11) ?? "";
  const date = start?.slice(0, 10) ?? "";
  /** The start is a date at the chosen local time: it changes with the time and its zone. */
  const change = (next: { at?: string; timeZone?: string; date?: string }) => {
    const sent = { at, timeZone, date, ...next };
    const moment = sent.date && fromLocalText(`${sent.date}T${sent.at || "00:00"}`, sent.timeZone).toISOString();
    onChange({ ...value, at: sent.at || undefined, timeZone: sent.timeZone, startsAt: moment || null });
  };
  return (
    <>
      {unit === "week" && (
        <Field label="Weekdays" group>
          <WeekdayToggles value={weekdays ?? []} onChange={(days) => onChange({ ...value, weekdays: days })} />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Time">
          <Input type="time" value={at} onChange={({ target }) => change({ at: target.value })} />
        </Field>
        <Field label="Time zone">
          <Combobox
            value={timeZone}
            options={findTimeZones(timeZone)}
            emptyText="No matching time zones."
            onChange={(zone) => change({ timeZone: zone })}
          />
        </Field>
      </div>
      <Field label="Start date (optional)" help={startHelp[unit] ?? "Leave empty to start at the next matching time."}>
        <Input type="date" className="w-48" value={date} onChange={({ target }) => change({ date: target.value })} />
      </Field>
    </>
  );
}

/** The first occurrence, in the browser's time zone, for minutes and hours. */
function FirstOccurrence({ value, onChange, subject }: TimingFieldsProps) {
  const zone = ownZone();
  return (
    <Field
      label={`First ${subject} (optional)`}
      help={`In your time zone, ${zone}. Leave empty to start one ${value.unit} from now.`}
    >
      <Input
        type="datetime-local"
        className="w-60"
        value={value.startsAt ? toLocalText(new Date(value.startsAt), zone) : ""}
        onChange={({ target }) =>
          onChange({ ...value, startsAt: target.value ? fromLocalText(target.value, zone).toISOString() : null })
        }
      />
    </Field>
  );
}
