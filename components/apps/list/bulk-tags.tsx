"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { TagsInput } from "@/components/shared/form/tags-input";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { toast } from "@/lib/utils/toasts/toast";

interface BulkTagsProps {
  slug: string;
  /** Empty: the dialog is closed. */
  items: readonly App[];
  onClose(): void;
}

const maxTagLength = 40;

/** Adds tags to several apps, one after the other. */
export function BulkTags({ slug, items, onClose }: BulkTagsProps) {
  return (
    <Dialog open={items.length > 0} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Add tags to ${pluralize(items.length, "app")}`} description="Existing tags are kept.">
        <TagsForm slug={slug} items={items} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function TagsForm({ slug, items, onClose }: BulkTagsProps) {
  const queryClient = useQueryClient();
  const [tags, setTags] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    let count = 0;
    for (const { _id, name, tags: own, version } of items) {
      const body = { tags: [...new Set([...own, ...tags])], version };
      try {
        await call(apps.edit, { params: { resourceSlug: slug, appId: _id }, body });
        count += 1;
      } catch (error) {
        toast.error(`${name}: ${errorMessage(error)}`);
      }
    }
    if (count > 0) toast.success(`Tags added to ${pluralize(count, "app")}.`);
    void queryClient.invalidateQueries({ queryKey: ["apps"] });
    onClose();
  };
  return (
    <div className="grid gap-4">
      <Field label="Tags" help="Press Enter or comma to add.">
        <TagsInput value={tags} onChange={setTags} maxLength={maxTagLength} />
      </Field>
      <DialogFooter onCancel={onClose}>
        <Button changes disabled={tags.length === 0} loading={pending} onClick={() => void save()}>
          Add tags
        </Button>
      </DialogFooter>
    </div>
  );
}
