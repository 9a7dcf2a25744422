"use client";

import { Link2 } from "lucide-react";
import { useState } from "react";
import { LinkAddress } from "@/components/shared/share-links/link-address";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { shares } from "@/lib/contract/shares/calls";
import { Permission } from "@/lib/permissions/bits";
import type { AppForm } from "./app-form";

/** A link to the app being created. It works once the app is saved, and is removed after a day otherwise. */
export function LinkField({ form, slug }: { form: AppForm; slug: string }) {
  const { why } = usePermission();
  const [url, setUrl] = useState<string>();
  const add = useAction(shares.add);
  const createLink = async () => {
    const created = await add.run({ params: { resourceSlug: slug }, body: {} });
    if (!created) return;
    form.setValue("shareLinkShareId", created.shareId, { shouldDirty: true });
    setUrl(created.url);
  };
  if (url)
    return (
      <div className="grid grid-cols-1 gap-1">
        <LinkAddress url={url} />
        <p className="text-muted text-secondary">Works as soon as the app is created.</p>
      </div>
    );
  return (
    <div>
      <DisabledTooltip disabledReason={why(Permission.EDIT_APP)}>
        <Button variant="outline" size="sm" loading={add.pending} onClick={() => void createLink()}>
          <Link2 aria-hidden /> Create link
        </Button>
      </DisabledTooltip>
    </div>
  );
}

/** Opens the dialog with a saved app's links, which have their own form. */
export const LinksButton = ({ onClick }: { onClick(): void }) => (
  <div>
    <Button variant="outline" size="sm" onClick={onClick}>
      <Link2 aria-hidden /> Links
    </Button>
  </div>
);
