"use client";

import { Eye, ShieldCheck, UserMinus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Avatar } from "@/components/shared/avatar";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import type { RowAction } from "@/components/shared/data-table/column";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { RelativeTime } from "@/components/shared/relative-time";
import { Badge } from "@/components/ui/badge";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { seeAsPath } from "@/lib/api/see-as";
import type { Member } from "@/lib/contract/members";
import { type Place, stale } from "./place";

interface Props {
  place: Place;
  slug: string;
  members: readonly Member[];
}

export function MemberList({ place, slug, members }: Props) {
  const { account } = useAccount();
  const { has } = usePermission();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const remove = useAction(place.calls.removeMember, {
    invalidate: stale,
    success: "Member removed.",
    onSuccess: () => setLeaving(null),
  });
  const mayOpen = has(place.bits.edit);
  return (
    <>
      <ul className="divide-y divide-border">
        {members.map((member) => (
          <li key={member.memberId} className="flex min-h-14 items-center gap-3 py-2">
            <Avatar name={member.name} email={member.email} size="md" />
            <div className="grid min-w-0 flex-1">
              <span className="flex min-w-0 items-center gap-2">
                <Name href={mayOpen ? `/${slug}/${place.scope}/${member.memberId}` : undefined} name={member.name} />
                {member.memberId === account?._id && <span className="shrink-0 text-label text-muted">you</span>}
              </span>
              <span className="truncate text-muted text-secondary">{member.email}</span>
            </div>
            <span className="hidden text-muted text-secondary sm:block">
              {member.lastSeen ? <RelativeTime date={member.lastSeen} /> : "Not here yet"}
            </span>
            <Badge tone={member.role === "Owner" ? "accent" : "neutral"}>{member.role}</Badge>
            <Actions place={place} slug={slug} member={member} onRemove={() => setLeaving(member)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Remove ${leaving?.name ?? ""} from the ${place.noun}?`}
        description="It takes effect at once: open pages of theirs are closed. What they made stays."
        confirmLabel="Remove"
        pending={remove.pending}
        onConfirm={() =>
          leaving && void remove.run({ params: { resourceSlug: slug }, body: { memberId: leaving.memberId } })
        }
      />
    </>
  );
}

function Name({ href, name }: { href: string | undefined; name: string }) {
  if (!href)
    return (
      <span dir="auto" className="truncate font-medium">
        {name}
      </span>
    );
  return (
    <Link dir="auto" href={href} className="truncate font-medium hover:underline">
      {name}
    </Link>
  );
}

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
  why: role === "Owner" ? "Nobody else sees the console as an owner." : memberId === ownId ? "This is you." : why,
});

function Actions({ place, slug, member, onRemove }: Omit<Props, "members"> & { member: Member; onRemove: () => void }) {
  const router = useRouter();
  const { account } = useAccount();
  const { why } = usePermission();
  const never = fixed(member, account?._id);
  const actions: RowAction[] = [
    {
      label: "Permissions",
      icon: <ShieldCheck aria-hidden />,
      onSelect: () => router.push(`/${slug}/${place.scope}/${member.memberId}`),
      why: why(place.bits.edit),
    },
    ...(place.scope === "team" ? [seeAsAction(slug, member, why(place.bits.edit), account?._id)] : []),
    {
      label: `Remove from the ${place.noun}`,
      icon: <UserMinus aria-hidden />,
      onSelect: onRemove,
      why: why(place.bits.remove) ?? never,
      danger: true,
    },
  ];
  return <RowMenu name={member.name} actions={actions} record={member} />;
}
