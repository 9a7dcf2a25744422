"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { SearchSelect } from "@/components/shared/pickers/search-select";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { type MemberScope, staleResources } from "../member-scope";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  memberScope: MemberScope;
  slug: string;
  ownerId: string;
}

export function TransferDialog({ open, onOpenChange, memberScope, slug, ownerId }: Props) {
  const [memberId, setMemberId] = useState("");
  const transfer = useAction(memberScope.calls.transfer, {
    invalidate: staleResources,
    success: "Ownership transferred.",
    onSuccess: () => onOpenChange(false),
  });
  const { text, debounced, onChange: search } = useDebouncedText();
  const query = useEndpoint(memberScope.calls.get, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
    enabled: open,
  });
  const options = (query.data?.members ?? [])
    .filter((member) => member.memberId !== ownerId)
    .map(({ memberId: value, name, email }) => ({ value, label: name, help: email }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Transfer ownership of the ${memberScope.noun}`}
        description={`The new owner gets full control of the ${memberScope.noun}. You'll remain an admin.`}
      >
        <div className="grid gap-4">
          {query.data?.memberCount === 1 ? (
            <p className="text-muted">There are no other members. Invite someone first.</p>
          ) : (
            <Field label="New owner">
              <SearchSelect
                value={memberId}
                onChange={setMemberId}
                options={options}
                placeholder="Choose a member"
                emptyText="No matching members."
                search={{ text, onChange: search, loading: query.isPending }}
              />
            </Field>
          )}
          <DialogFooter onCancel={() => onOpenChange(false)}>
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
