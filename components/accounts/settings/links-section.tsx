"use client";

import { useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { FormSection } from "@/components/shared/form/form-section";
import { ProofForm, useProof } from "@/components/shared/form/proof-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { type OauthProvider, oauthTitles } from "@/lib/constants/oauth";
import { oauth } from "@/lib/contract/oauth/calls";
import type { Security } from "@/lib/contract/security/schemas";
import { useProvider } from "../sign-in/provider/use-provider";

/** Sign-in with Google and GitHub, if the server supports it or an account is still linked. */
export function LinksSection({ security: { providers, links, hasPassword } }: { security: Security }) {
  const shown = [...new Set([...providers, ...links.map(({ provider }) => provider)])];
  if (shown.length === 0) return null;
  return (
    <FormSection title="Linked accounts" description="Your email address must be confirmed here and with the provider.">
      <ul className="grid gap-3">
        {shown.map((provider) => (
          <LinkRow
            key={provider}
            provider={provider}
            link={links.find((one) => one.provider === provider)}
            hasPassword={hasPassword}
          />
        ))}
      </ul>
    </FormSection>
  );
}

interface RowProps {
  provider: OauthProvider;
  link: Security["links"][number] | undefined;
  hasPassword: boolean;
}

function LinkRow({ provider, link, hasPassword }: RowProps) {
  const { refresh } = useAccount();
  const title = oauthTitles[provider];
  const [asking, setAsking] = useState(false);
  const { passwordError, onError } = useProof();
  const start = useProvider(onError);
  const begin = (proof: { password?: string }) => start.go({ provider, link: true, ...proof });
  const unlink = useAction(oauth.unlink, {
    // The server also sends a notification.
    invalidate: ["security"],
    onSuccess: () => void refresh(),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere text-muted text-secondary">
          {link ? (
            <>
              {link.email}, linked <RelativeTime date={link.dateCreated} />
            </>
          ) : (
            "Not linked"
          )}
        </p>
      </div>
      {link ? (
        <Button variant="outline" loading={unlink.pending} onClick={() => void unlink.run({ body: { provider } })}>
          Unlink {title}
        </Button>
      ) : (
        <Button variant="outline" loading={start.pending} onClick={() => (hasPassword ? setAsking(true) : begin({}))}>
          Link {title}
        </Button>
      )}
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent
          title={`Link ${title}`}
          description={`After linking, you can sign in with your ${title} account instead of a password.`}
        >
          <ProofForm
            submit={`Continue to ${title}`}
            hasPassword={hasPassword}
            passwordError={passwordError}
            pending={start.pending}
            onCancel={() => setAsking(false)}
            onSubmit={begin}
          />
        </DialogContent>
      </Dialog>
    </li>
  );
}
