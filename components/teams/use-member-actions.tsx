"use client";

import { Eye, ShieldCheck, UserMinus } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RowAction } from "@/components/shared/data-table/column";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/use-permission";
import { seeAsPath } from "@/lib/api/see-as";
import type { Member } from "@/lib/contract/members";
import type { Place } from "./place";

/** Why nobody removes this member, whatever they may. */
function fixed({ role, memberId }: Member, ownId: string | undefined): string | undefined {
  if (role === "Owner") return "An owner cannot be edited or removed by others.";
  return memberId === ownId ? "Nobody changes their own permissions. You can leave below." : undefined;
}

/** Loads the page anew, so that nothing of one's own stays on it. */
const seeAsAction = (
  slug: string,
  { memberId, role }: Member,
  why: string | undefined,
  ownId: string | undefined,
): RowAction => ({
  label: "See the console as this member",
  icon: <Eye aria-hidden />,
  onSelect: () => window.location.assign(seeAsPath({ slug, memberId })),
  opens: true,
  why: role === "Owner" ? "Nobody else sees the console as an owner." : memberId === ownId ? "This is you." : why,
});

/** What can be done with a member, each with why not. */
export function useMemberActions(place: Place, slug: string, onRemove: (member: Member) => void) {
  const router = useRouter();
  const { ownId, managed } = useAccount();
  const { why } = usePermission();
  return (member: Member): RowAction[] => [
    {
      label: "Permissions",
      icon: <ShieldCheck aria-hidden />,
      onSelect: () => router.push(`/${slug}/${place.scope}/${member.memberId}`),
      why: why(place.bits.edit),
      opens: true,
    },
    ...(place.scope === "team" && !managed ? [seeAsAction(slug, member, why(place.bits.edit), ownId)] : []),
    {
      label: `Remove from the ${place.noun}`,
      icon: <UserMinus aria-hidden />,
      onSelect: () => onRemove(member),
      why: why(place.bits.remove) ?? fixed(member, ownId),
      danger: true,
    },
  ];
}
