"use client";

import { Eye, ShieldCheck, UserMinus } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RowAction } from "@/components/shared/data-table/column";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { viewAsPath } from "@/lib/api/tokens/view-as";
import type { Member } from "@/lib/contract/teams/members";
import type { MemberScope } from "../member-scope";

/** Returns why this member cannot be removed by anyone. */
function findRemovalProblem({ role, memberId }: Member, ownId: string | undefined): string | undefined {
  if (role === "Owner") return "Owners can't be edited or removed by others.";
  return memberId === ownId ? "You can't remove yourself. To leave, use the danger zone below." : undefined;
}

/** Loads a full page, so that none of the account's own data stays on it. */
const viewAsAction = (
  slug: string,
  { memberId, role }: Member,
  disabledReason: string | undefined,
  ownId: string | undefined,
): RowAction => ({
  label: "View as this member",
  icon: <Eye aria-hidden />,
  onSelect: () => window.location.assign(viewAsPath({ slug, memberId })),
  opens: true,
  disabledReason:
    role === "Owner" ? "You can't view as an owner." : memberId === ownId ? "This is you." : disabledReason,
});

/** The actions for a member; disabled ones have a reason. */
export function useMemberActions(memberScope: MemberScope, slug: string, onRemove: (member: Member) => void) {
  const router = useRouter();
  const { ownId, managed } = useAccount();
  const { why } = usePermission();
  return (member: Member): RowAction[] => [
    {
      label: "Permissions",
      icon: <ShieldCheck aria-hidden />,
      onSelect: () => router.push(`/${slug}/${memberScope.scope}/${member.memberId}`),
      disabledReason: why(memberScope.bits.edit),
      opens: true,
    },
    ...(memberScope.scope === "team" && !managed
      ? [viewAsAction(slug, member, why(memberScope.bits.edit), ownId)]
      : []),
    {
      label: `Remove from ${memberScope.noun}`,
      icon: <UserMinus aria-hidden />,
      onSelect: () => onRemove(member),
      disabledReason: why(memberScope.bits.remove) ?? findRemovalProblem(member, ownId),
      danger: true,
    },
  ];
}
