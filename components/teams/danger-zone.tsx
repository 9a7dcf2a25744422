"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { FormSection } from "@/components/shared/form-section";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { ReadOnly, useReadOnly } from "@/components/ui/read-only";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { type Place, stale } from "./place";
import { TransferDialog } from "./transfer-dialog";

interface Props {
  place: Place;
  slug: string;
  name: string;
  ownerId: string;
  ownId: string | undefined;
  /** What goes with it. */
  consequence: string;
}

type Asked = "leave" | "transfer" | "delete" | null;

/** What cannot be taken back: leaving, handing over, deleting. */
export function DangerZone({ place, slug, name, ownerId, ownId, consequence }: Props) {
  const { noun, calls, bits } = place;
  const { why } = usePermission();
  const { seenAs, managed } = useAccount();
  const readOnly = useReadOnly();
  const router = useRouter();
  const [asked, setAsked] = useState<Asked>(null);
  const params = { resourceSlug: slug };
  const gone = { invalidate: stale, onSuccess: () => router.push("/welcome") };
  const leave = useAction(calls.leave, { ...gone, success: `You have left ${name}.` });
  const remove = useAction(calls.remove, { ...gone, success: `The ${noun} was deleted.` });
  const close = () => setAsked(null);
  const owns = ownId === ownerId;
  const isIn = place.scope === "org" || !managed;
  return (
    <FormSection title="Danger zone" className="border-danger-border">
      <Act
        text={`Hand the ${noun} over to another member. You stay as an admin.`}
        why={why(bits.transfer)}
        onAsk={() => setAsked("transfer")}
      >
        Transfer ownership
      </Act>
      <ReadOnly value={seenAs ? readOnly : undefined}>
        {isIn && (
          <Act
            text={`Leave the ${noun}. What you made stays.`}
            why={owns ? `You own the ${noun}. Hand it over first.` : undefined}
            onAsk={() => setAsked("leave")}
          >
            Leave {noun}
          </Act>
        )}
        <ConfirmDialog
          open={asked === "leave"}
          onOpenChange={close}
          title={`Leave ${name}?`}
          description={`You lose access at once. To come back you need a new invite.`}
          confirmLabel="Leave"
          pending={leave.pending}
          onConfirm={() => void leave.run({ params }).then(close)}
        />
      </ReadOnly>
      <Act text={consequence} why={why(bits.delete)} destructive onAsk={() => setAsked("delete")}>
        Delete {noun}
      </Act>
      <ConfirmDialog
        open={asked === "delete"}
        onOpenChange={close}
        title={`Delete the ${noun} “${name}”?`}
        description={`${consequence} This cannot be taken back.`}
        confirmLabel="Delete"
        typed={name}
        pending={remove.pending}
        onConfirm={() => void remove.run({ params, body: { name } })}
      />
      <TransferDialog open={asked === "transfer"} onOpenChange={close} place={place} slug={slug} ownerId={ownerId} />
    </FormSection>
  );
}

interface ActProps {
  text: string;
  why: string | undefined;
  destructive?: boolean;
  onAsk: () => void;
  children: ReactNode;
}

function Act({ text, why, destructive = false, onAsk, children }: ActProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-60">
        <p>{text}</p>
        {why && <p className="text-muted text-secondary">{why}</p>}
      </div>
      <Explained why={why}>
        <Button variant={destructive ? "destructive" : "outline"} onClick={onAsk}>
          {children}
        </Button>
      </Explained>
    </div>
  );
}
