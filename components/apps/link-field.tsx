"use client";

import { Link2 } from "lucide-react";
import { useState } from "react";
import { LinkAddress } from "@/components/shared/share-links/link-address";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { shares } from "@/lib/contract/calls/shares";
import { Permission } from "@/lib/permissions/bits";
import type { AppForm } from "./app-form";

/** A link to the app that is being made: it opens once the app is stored, or ends within a day. */
export function LinkField({ form, slug }: { form: AppForm; slug: string }) {
  const { why } = usePermission();
  const [url, setUrl] = useState<string>();
  const add = useAction(shares.add);
  const make = async () => {
    const made = await add.run({ params: { resourceSlug: slug }, body: {} });
    if (!made) return;
    form.setValue("shareLinkShareId", made.shareId, { shouldDirty: true });
    setUrl(made.url);
  };
  if (url)
    return (
      <div className="grid grid-cols-1 gap-1">
        <LinkAddress url={url} />
        <p className="text-muted text-secondary">It opens as soon as the app is created.</p>
      </div>
    );
  return (
    <div>
      <Explained why={why(Permission.EDIT_APP)}>
        <Button variant="outline" size="sm" loading={add.pending} onClick={() => void make()}>
          <Link2 aria-hidden /> Make a link
        </Button>
      </Explained>
    </div>
  );
}

/** Opens the links of an app that is stored; what they need of a form is no part of the app's own. */
export const LinksButton = ({ onClick }: { onClick(): void }) => (
  <div>
    <Button variant="outline" size="sm" onClick={onClick}>
      <Link2 aria-hidden /> Links
    </Button>
  </div>
);
