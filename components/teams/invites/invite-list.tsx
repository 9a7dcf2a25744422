"use client";

import { Send, UserX } from "lucide-react";
import { useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge } from "@/components/ui/badge";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { usePermission } from "@/hooks/account/use-permission";
import { useSendsMail } from "@/hooks/account/use-sends-mail";
import { useAction } from "@/hooks/api/use-action";
import type { Invite } from "@/lib/contract/teams/members";
import type { TeamRole } from "@/lib/permissions/roles";
import type { MemberScope } from "../member-scope";
import { useRoleOptions } from "./invite-dialog";
import { InviteLink } from "./invite-link";

interface Props {
  memberScope: MemberScope;
  slug: string;
  invites: readonly Invite[];
}

/** Open invites. Expired ones can be renewed, by email or with a link to pass on. */
export function InviteList({ memberScope, slug, invites }: Props) {
  const { why } = usePermission();
  const options = useRoleOptions(memberScope);
  const notGrantable = (role: string) => {
    const option = options.find(({ value }) => value === role);
    return option?.disabled ? option.help : undefined;
  };
  const params = { resourceSlug: slug };
  const sendsMail = useSendsMail();
  const [renewed, setRenewed] = useState<{ email: string; link: string } | null>(null);
  const resend = useAction(memberScope.calls.invite, {
    success: sendsMail
      ? "Invitation resent. The previous link no longer works."
      : "Invitation renewed. The previous link no longer works.",
  });
  const renew = async ({ name, email, role }: Invite) => {
    // The server's name of the role.
    const answer = await resend.run({ params, body: { name, email, role: role as TeamRole } });
    if (answer && !sendsMail) setRenewed({ email, link: answer.link });
  };
  const withdraw = useAction(memberScope.calls.removeMember, { success: "Invitation revoked.", invalidate: ["plans"] });
  return (
    <>
      <ul className="divide-y divide-border">
        {invites.map((invite) => {
          const expired = new Date(invite.expires) < new Date();
          const by = invite.invitedBy ?? "Someone";
          const dead = expired ? "Expired" : invite.valid ? undefined : "Invalid";
          return (
            <li key={invite._id} className="flex min-h-14 items-center gap-3 py-2">
              <div className="grid min-w-0 flex-1">
                <span dir="auto" className="truncate font-medium">
                  {invite.name}
                </span>
                <span className="wrap-anywhere text-muted text-secondary">{invite.email}</span>
                <span className="wrap-anywhere text-muted text-secondary">
                  {expired ? "Expired " : `Invited by ${by}, `}
                  <RelativeTime date={expired ? invite.expires : invite.dateCreated} />
                </span>
                {!expired && !invite.valid && (
                  <span className="wrap-anywhere mt-1 text-secondary text-warning">
                    {by} can no longer grant this role, so the invitation can't be accepted.{" "}
                    {sendsMail ? "Resend it" : "Renew the link"} in your own name.
                  </span>
                )}
              </div>
              <Badge tone={dead ? "warning" : "neutral"}>{dead ?? invite.role}</Badge>
              <RowMenu
                name={invite.email}
                record={invite}
                actions={[
                  {
                    label: sendsMail ? "Resend" : "Renew link",
                    icon: <Send aria-hidden />,
                    disabledReason: why(memberScope.bits.add) ?? notGrantable(invite.role),
                    opens: !sendsMail,
                    onSelect: () => void renew(invite),
                  },
                  {
                    label: "Revoke",
                    icon: <UserX aria-hidden />,
                    danger: true,
                    disabledReason: why(memberScope.bits.remove),
                    onSelect: () => void withdraw.run({ params, body: { email: invite.email } }),
                  },
                ]}
              />
            </li>
          );
        })}
      </ul>
      <Dialog open={renewed !== null} onOpenChange={(open) => !open && setRenewed(null)}>
        {renewed && (
          <DialogContent title="Invitation renewed" description="It works once and expires in 7 days.">
            <InviteLink {...renewed} onDone={() => setRenewed(null)} />
          </DialogContent>
        )}
      </Dialog>
    </>
  );
}
