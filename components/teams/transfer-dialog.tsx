"use client";

import { useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { OptionSelect } from "@/components/ui/option-select";
import { useAction } from "@/hooks/use-action";
import type { Member } from "@/lib/contract/members";
import { type Place, stale } from "./place";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: Place;
  slug: string;
  candidates: readonly Member[];
}

export function TransferDialog({ open, onOpenChange, place, slug, candidates }: Props) {
  const [memberId, setMemberId] = useState("");
  const transfer = useAction(place.calls.transfer, {
    invalidate: stale,
    success: `The ${place.noun} has a new owner.`,
    onSuccess: () => onOpenChange(false),
  });
  const options = candidates.map(({ memberId: value, name, email }) => ({ value, label: name, help: email }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Transfer ownership of the ${place.noun}`}
        description="The new owner holds every right in it. You stay as an admin."
      >
        <div className="grid gap-4">
          {options.length === 0 ? (
            <p className="text-muted">There is no other member. Invite somebody first.</p>
          ) : (
            <Field label="New owner">
              <OptionSelect value={memberId} onChange={setMemberId} options={options} placeholder="Choose a member…" />
            </Field>
          )}
          <DialogFooter>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button
              variant="destructive"
              disabled={memberId === ""}
              loading={transfer.pending}
              onClick={() => void transfer.run({ params: { resourceSlug: slug }, body: { memberId } })}
            >
              Transfer
            </Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  );
}
