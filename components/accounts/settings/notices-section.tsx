"use client";

import { useId, useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/hooks/api/use-action";
import { type MutableNotice, mutableNotices } from "@/lib/constants/notifications";
import { security } from "@/lib/contract/security/calls";

const noticeTexts: Record<MutableNotice, { label: string; help: string }> = {
  run_finished: {
    label: "Completed runs",
    help: "When a run that you started in the console completes and its session isn't open.",
  },
  run_failed: { label: "Failed runs", help: "When one of your runs fails and its session isn't open." },
  run_waits: { label: "Waiting runs", help: "When a run needs your response or a higher budget." },
  limits: { label: "Limits and budgets", help: "When a plan or budget limit is reached." },
};

/** Which notifications the account gets. Each choice is saved immediately. */
export function NoticesSection({ muted: stored }: { muted: readonly MutableNotice[] }) {
  const id = useId();
  const [muted, setMuted] = useState(stored);
  /** Restores the stored choice; the toast shows the error. */
  const rollback = (): undefined => {
    setMuted(stored);
  };
  const save = useAction(security.edit, { success: "Saved.", onError: rollback });
  const choose = (kind: MutableNotice, on: boolean): void => {
    const next = mutableNotices.filter((one) => (one === kind ? !on : muted.includes(one)));
    setMuted(next);
    void save.run({ body: { mutedNotices: next } });
  };
  return (
    <FormSection
      title="Notifications"
      description="You always get notifications about invitations, permissions, members, plans and account security."
    >
      <ul className="grid gap-3">
        {mutableNotices.map((kind) => (
          <li key={kind} className="flex items-start gap-3">
            <DisabledTooltip>
              <Switch
                id={`${id}${kind}`}
                aria-label={noticeTexts[kind].label}
                aria-describedby={`${id}${kind}-help`}
                checked={!muted.includes(kind)}
                onCheckedChange={(on) => choose(kind, on)}
              />
            </DisabledTooltip>
            <label htmlFor={`${id}${kind}`} className="grid min-w-0">
              {noticeTexts[kind].label}
              <span id={`${id}${kind}-help`} className="text-muted text-secondary">
                {noticeTexts[kind].help}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
