"use client";

import { MailX, Send } from "lucide-react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { RelativeTime } from "@/components/shared/relative-time";
import { Badge } from "@/components/ui/badge";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import type { Invite } from "@/lib/contract/members";
import type { TeamRole } from "@/lib/permissions/roles";
import { useRoleOptions } from "./invite-dialog";
import type { Place } from "./place";

interface Props {
  place: Place;
  slug: string;
  invites: readonly Invite[];
}

/** Invites that nobody has accepted yet; expired ones can be sent again. */
export function InviteList({ place, slug, invites }: Props) {
  const { why } = usePermission();
  const options = useRoleOptions(place);
  const notGrantable = (role: string) => {
    const option = options.find(({ value }) => value === role);
    return option?.disabled ? option.help : undefined;
  };
  const params = { resourceSlug: slug };
  const again = useAction(place.calls.invite, { success: "Invite sent again. The older link is dead." });
  const withdraw = useAction(place.calls.removeMember, { success: "Invite withdrawn.", invalidate: ["plans"] });
  return (
    <ul className="divide-y divide-border">
      {invites.map((invite) => {
        const expired = new Date(invite.expires) < new Date();
        const by = invite.invitedBy ?? "Somebody";
        const dead = expired ? "Expired" : invite.stands ? undefined : "Not valid";
        return (
          <li key={invite._id} className="flex min-h-14 items-center gap-3 py-2">
            <div className="grid min-w-0 flex-1">
              <span dir="auto" className="truncate font-medium">
                {invite.name}
              </span>
              <span className="truncate text-muted text-secondary">{invite.email}</span>
              <span className="wrap-anywhere text-muted text-secondary">
                {expired ? "Expired " : `Invited by ${by}, `}
                <RelativeTime date={expired ? invite.expires : invite.dateCreated} />
              </span>
              {!expired && !invite.stands && (
                <span className="wrap-anywhere mt-1 text-secondary text-warning">
                  {by} may no longer invite with this role, so nobody can accept it. Sent again, it is yours.
                </span>
              )}
            </div>
            <Badge tone={dead ? "warning" : "neutral"}>{dead ?? invite.role}</Badge>
            <RowMenu
              name={invite.email}
              record={invite}
              actions={[
                {
                  label: "Send again",
                  icon: <Send aria-hidden />,
                  why: why(place.bits.add) ?? notGrantable(invite.role),
                  onSelect: () => {
                    const { name, email, role } = invite;
                    // As the server named it.
                    void again.run({ params, body: { name, email, role: role as TeamRole } });
                  },
                },
                {
                  label: "Withdraw",
                  icon: <MailX aria-hidden />,
                  danger: true,
                  why: why(place.bits.remove),
                  onSelect: () => void withdraw.run({ params, body: { email: invite.email } }),
                },
              ]}
            />
          </li>
        );
      })}
    </ul>
  );
}
