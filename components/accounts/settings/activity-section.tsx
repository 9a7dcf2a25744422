"use client";

import { useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { accountEvents } from "@/lib/constants/account-events";
import type { Security } from "@/lib/contract/security/schemas";

const initialCount = 5;

/** The account's recent security events. */
export function ActivitySection({ activity }: Pick<Security, "activity">) {
  const [all, setAll] = useState(false);
  const shown = all ? activity : activity.slice(0, initialCount);
  return (
    <FormSection
      title={<span id="activity">Recent activity</span>}
      description="Don't recognize something? Change your password, then sign out all other devices."
    >
      {activity.length === 0 && <p className="text-muted">No activity yet.</p>}
      <ul className="grid gap-3">
        {shown.map(({ _id, kind, detail, device, address, date }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere">
                {accountEvents[kind]}
                {detail !== null && <span className="text-muted">: {detailText(kind, detail)}</span>}
              </p>
              <p className="wrap-anywhere text-muted text-secondary">
                {device.name}, {address}
              </p>
            </div>
            <RelativeTime date={date} className="whitespace-nowrap text-muted text-secondary" />
          </li>
        ))}
      </ul>
      {activity.length > initialCount && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setAll(!all)}>
            {all ? "Show less" : "Show more"}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function detailText(kind: keyof typeof accountEvents, detail: string): string {
  if (kind === "recovery_code_used") return `${detail} left`;
  return kind === "sessions_ended" && detail === "1" ? "one" : detail;
}
