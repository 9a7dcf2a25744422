"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { ReadOnly, useReadOnly } from "@/components/ui/read-only";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { type MemberScope, staleResources } from "../member-scope";
import { TransferDialog } from "./transfer-dialog";

interface Props {
  memberScope: MemberScope;
  slug: string;
  name: string;
  ownerId: string;
  ownId: string | undefined;
  /** What else is deleted. */
  consequence: string;
}

type OpenDialog = "leave" | "transfer" | "delete" | null;

/** Irreversible actions: leave, transfer ownership, delete. */
export function DangerZone({ memberScope, slug, name, ownerId, ownId, consequence }: Props) {
  const { noun, calls, bits } = memberScope;
  const { why } = usePermission();
  const { viewingAs, managed } = useAccount();
  const readOnly = useReadOnly();
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const params = { resourceSlug: slug };
  const leaveOptions = { invalidate: staleResources, onSuccess: () => router.push("/welcome") };
  const leave = useAction(calls.leave, { ...leaveOptions, success: `You left ${name}.` });
  const remove = useAction(calls.remove, { ...leaveOptions, success: `The ${noun} was deleted.` });
  const close = () => setOpenDialog(null);
  const isOwner = ownId === ownerId;
  const isMember = memberScope.scope === "org" || !managed;
  return (
    <FormSection title="Danger zone" className="border-danger-border">
      <DangerAction
        text={`Transfer the ${noun} to another member. You'll remain an admin.`}
        disabledReason={why(bits.transfer)}
        onAsk={() => setOpenDialog("transfer")}
      >
        Transfer ownership
      </DangerAction>
      <ReadOnly value={viewingAs ? readOnly : undefined}>
        {isMember && (
          <DangerAction
            text={`Leave the ${noun}. Resources you created are kept.`}
            disabledReason={isOwner ? `You own the ${noun}. Transfer ownership first.` : undefined}
            onAsk={() => setOpenDialog("leave")}
          >
            Leave {noun}
          </DangerAction>
        )}
        <ConfirmDialog
          open={openDialog === "leave"}
          onOpenChange={close}
          title={`Leave ${name}?`}
          description="You lose access immediately. You'll need a new invitation to rejoin."
          confirmLabel="Leave"
          pending={leave.pending}
          onConfirm={() => void leave.run({ params }).then(close)}
        />
      </ReadOnly>
      <DangerAction
        text={consequence}
        disabledReason={why(bits.delete)}
        destructive
        onAsk={() => setOpenDialog("delete")}
      >
        Delete {noun}
      </DangerAction>
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete the ${noun} “${name}”?`}
        description={`${consequence} This can't be undone.`}
        confirmLabel="Delete"
        confirmText={name}
        pending={remove.pending}
        onConfirm={() => void remove.run({ params, body: { name } })}
      />
      <TransferDialog
        open={openDialog === "transfer"}
        onOpenChange={close}
        memberScope={memberScope}
        slug={slug}
        ownerId={ownerId}
      />
    </FormSection>
  );
}

interface DangerActionProps {
  text: string;
  disabledReason: string | undefined;
  destructive?: boolean;
  onAsk: () => void;
  children: ReactNode;
}

function DangerAction({ text, disabledReason, destructive = false, onAsk, children }: DangerActionProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-60">
        <p>{text}</p>
        {disabledReason && <p className="text-muted text-secondary">{disabledReason}</p>}
      </div>
      <DisabledTooltip disabledReason={disabledReason}>
        <Button variant={destructive ? "destructive" : "outline"} onClick={onAsk}>
          {children}
        </Button>
      </DisabledTooltip>
    </div>
  );
}
