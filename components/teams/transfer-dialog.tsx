"use client";

import { useState } from "react";
import { Field } from "@/components/shared/field";
import { SearchSelect } from "@/components/shared/search-select";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useQuietText } from "@/hooks/use-quiet-text";
import { type Place, stale } from "./place";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: Place;
  slug: string;
  ownerId: string;
}

export function TransferDialog({ open, onOpenChange, place, slug, ownerId }: Props) {
  const [memberId, setMemberId] = useState("");
  const transfer = useAction(place.calls.transfer, {
    invalidate: stale,
    success: `The ${place.noun} has a new owner.`,
    onSuccess: () => onOpenChange(false),
  });
  const { text, quiet, onChange: search } = useQuietText();
  const found = useEndpoint(place.calls.get, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) },
    enabled: open,
  });
  const options = (found.data?.members ?? [])
    .filter((member) => member.memberId !== ownerId)
    .map(({ memberId: value, name, email }) => ({ value, label: name, help: email }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Transfer ownership of the ${place.noun}`}
        description="The new owner holds every right in it. You stay as an admin."
      >
        <div className="grid gap-4">
          {found.data?.memberCount === 1 ? (
            <p className="text-muted">There is no other member. Invite somebody first.</p>
          ) : (
            <Field label="New owner">
              <SearchSelect
                value={memberId}
                onChange={setMemberId}
                options={options}
                placeholder="Choose a member…"
                emptyText="Nobody matches."
                search={{ text, onChange: search, loading: found.isPending }}
              />
            </Field>
          )}
          <DialogFooter>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button
              variant="destructive"
              disabled={memberId === ""}
              changes
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
