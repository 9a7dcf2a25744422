"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { trash } from "@/lib/contract/trash/calls";
import { pluralize } from "@/lib/utils/text/pluralize";
import { toast } from "@/lib/utils/toasts/toast";

/** Deletes everything in the trash that the account may delete. */
export function EmptyTrash({ slug, disabled }: { slug: string; disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const empty = useAction(trash.empty);
  const run = async () => {
    let deleted = 0;
    for (;;) {
      const answer = await empty.run({ params: { resourceSlug: slug } });
      if (!answer) return;
      deleted += answer.deleted;
      if (answer.more) continue;
      setOpen(false);
      if (answer.kept === 0) return toast.success(`${pluralize(deleted, "item")} deleted permanently.`);
      const kept = `You don't have permission to delete ${pluralize(answer.kept, "item")}.`;
      return toast.warning(`${pluralize(deleted, "item")} deleted permanently. ${kept}`);
    }
  };
  return (
    <>
      <Button variant="outline" disabled={disabled} onClick={() => setOpen(true)}>
        Empty trash
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Empty the trash?"
        description="All items that you have permission to delete are deleted permanently. This can't be undone."
        confirmLabel="Empty trash"
        pending={empty.pending}
        onConfirm={() => void run()}
      />
    </>
  );
}
