"use client";

import { useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useAction } from "@/hooks/api/use-action";
import { maxScimTokens } from "@/lib/constants/identity";
import { identity } from "@/lib/contract/identity/calls";
import type { ScimToken } from "@/lib/contract/identity/schemas";
import { CopyField } from "./copy-field";

interface ScimTokensProps {
  slug: string;
  url: string;
  tokens: readonly ScimToken[];
  disabledReason: string | undefined;
}

/** The tokens with which the provider creates and removes members. */
export function ScimTokens({ slug, url, tokens, disabledReason }: ScimTokensProps) {
  const params = { resourceSlug: slug };
  const [secret, setSecret] = useState<string | null>(null);
  const add = useAction(identity.addToken, { onSuccess: ({ scimToken }) => setSecret(scimToken) });
  const revoke = useAction(identity.removeToken, { success: "SCIM token revoked." });
  const limit = tokens.length >= maxScimTokens ? "Two tokens can be valid at a time. Revoke one first." : undefined;
  return (
    <div className="grid gap-3 border-t pt-4">
      <div className="grid gap-0.5">
        <h3 className="font-medium text-label">Provisioning (SCIM)</h3>
        <p className="max-w-reading text-muted text-secondary">
          Your identity provider adds members and removes their access when they leave.
        </p>
      </div>
      <CopyField label="SCIM base URL" value={url} />
      {tokens.map(({ _id, prefix, dateCreated, lastUsed }) => (
        <div key={_id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0">
            <code>{prefix}…</code>
            <span className="block text-muted text-secondary">
              Created <RelativeTime date={dateCreated} />, last used{" "}
              {lastUsed ? <RelativeTime date={lastUsed} /> : "never"}
            </span>
          </span>
          {!disabledReason && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => void revoke.run({ params: { ...params, scimTokenId: _id } })}
            >
              Revoke
            </Button>
          )}
        </div>
      ))}
      {secret && (
        <Banner tone="warning">
          <span className="grid gap-2">
            Copy the token now. It is shown only once.
            <span className="flex items-center gap-2">
              <code className="min-w-0 flex-1 break-all">{secret}</code>
              <CopyButton text={secret} label="Copy token" showLabel variant="outline" />
            </span>
          </span>
        </Banner>
      )}
      <div>
        <DisabledTooltip disabledReason={disabledReason ?? limit}>
          <Button variant="outline" loading={add.pending} onClick={() => void add.run({ params })}>
            New SCIM token
          </Button>
        </DisabledTooltip>
      </div>
    </div>
  );
}
