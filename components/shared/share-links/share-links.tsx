"use client";

import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import type { App } from "@/lib/contract/apps/schemas";
import type { ShareLink } from "@/lib/contract/shares/schemas";
import { Permission } from "@/lib/permissions/bits";
import { LinkCard } from "./link-card";
import { LinkForm } from "./link-form";

type Mode = App["sharingConfig"]["mode"];

/** Who can open an app's links. */
const audienceTexts: Record<Mode, string> = {
  public: "Anyone with a link can use the app without an account.",
  whitelist: "Links work for people on the app's access list, after they sign in with their listed email address.",
  team: "Links work only for team members. To let others in, change the app's access.",
  private: "Links work only for the app's creator and team admins. To let others in, change the app's access.",
};

interface ShareLinksProps {
  slug: string;
  appId: string;
  mode: Mode;
  links: { items: readonly ShareLink[]; hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** The links of one app, and a form to add one. */
export function ShareLinks({ slug, appId, mode, links }: ShareLinksProps) {
  const { why } = usePermission();
  const [adding, setAdding] = useState(false);
  const id = useId();
  const { items, hasNextPage, fetchNextPage, isFetchingNextPage } = links;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h3 id={id} className="-mb-2 font-medium text-label">
        Links
      </h3>
      <p className="text-muted text-secondary">{audienceTexts[mode]}</p>
      {items.length > 0 && (
        <ul aria-label="Links" className="grid grid-cols-1 gap-2">
          {items.map((link) => (
            <LinkCard key={link.shareId} slug={slug} appId={appId} link={link} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="ghost" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
      {adding ? (
        <section aria-label="New link" className="rounded-card border p-3">
          <LinkForm slug={slug} appId={appId} onDone={() => setAdding(false)} />
        </section>
      ) : (
        <div>
          <DisabledTooltip disabledReason={why(Permission.EDIT_APP)}>
            <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
              <Plus aria-hidden /> New link
            </Button>
          </DisabledTooltip>
        </div>
      )}
    </section>
  );
}
