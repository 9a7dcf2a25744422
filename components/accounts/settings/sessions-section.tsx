"use client";

import { Laptop, type LucideIcon, Smartphone, Tablet, Terminal } from "lucide-react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { FormSection } from "@/components/shared/form/form-section";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { security } from "@/lib/contract/security/calls";
import type { Security } from "@/lib/contract/security/schemas";
import { EndOthers } from "./end-others";

type Session = Security["sessions"][number];

const deviceIcons: Record<Session["device"]["kind"], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  program: Terminal,
};

const formatAppNames = (visits: Session["visits"]): string =>
  [...new Set(visits.map(({ appName }) => appName))].join(", ");

/** The account's sessions on all devices. */
export function SessionsSection({ sessions, apiKeys }: Pick<Security, "sessions" | "apiKeys">) {
  return (
    <FormSection title="Active sign-ins" description="Devices where you're signed in.">
      <ul className="grid divide-y">
        {sessions.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      {(sessions.length > 1 || apiKeys > 0) && <EndOthers apiKeys={apiKeys} />}
    </FormSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { _id, device, address, lastUsed, dateCreated, current, visits } = session;
  const end = useAction(security.endSession, { success: "Device signed out." });
  const Icon = deviceIcons[device.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device.name}
          {current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-secondary">
          {address ?? "Unknown IP address"}, last used <RelativeTime date={lastUsed} />, signed in{" "}
          <RelativeTime date={dateCreated} />
        </p>
        {visits.length > 0 && (
          <p className="wrap-anywhere text-muted text-secondary">
            Share links opened here: <bdi>{formatAppNames(visits)}</bdi>
          </p>
        )}
      </div>
      {!current && (
        <Button
          variant="outline"
          size="sm"
          loading={end.pending}
          aria-label={`Sign out ${device.name}`}
          onClick={() => void end.run({ params: { tokenId: _id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
