"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { oauthServer } from "@/lib/contract/oauth-server/calls";
import type { Consent } from "@/lib/contract/oauth-server/schemas";

interface ConsentFormProps {
  /** The parameters with which the client has sent the person here. */
  sent: Record<string, string>;
  client: Consent["client"];
  publication: NonNullable<Consent["publication"]>;
  returnUrl: string;
}

/** Who asks for what, and the decision of the person. */
export function ConsentForm({ sent, client, publication, returnUrl }: ConsentFormProps) {
  const { account } = useAccount();
  const { _id: publicationId, resourceSlug, appName, teamName, principalName } = publication;
  const authorize = useAction(oauthServer.authorize, { onSuccess: ({ url }) => window.location.assign(url) });
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["App", `${appName} (${teamName})`],
    ["Runs as", principalName],
    ["Client", client.publishedBy ?? "Unverified: any program can use this name"],
    ["Returns to", client.returnsTo],
    ["Signed in as", account?.email],
  ];
  return (
    <div className="mx-auto flex w-full max-w-bare flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="wrap-anywhere font-semibold text-display">
          Allow <bdi>{client.name}</bdi> to use <bdi>{appName}</bdi>?
        </h1>
        <p className="text-muted">
          It can start the app and read the results until someone revokes its access on the app's Publish tab.
        </p>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-card border bg-surface px-4 py-3">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-3">
        <Button
          loading={authorize.pending || authorize.done}
          onClick={() => void authorize.run({ params: { resourceSlug, publicationId }, body: sent })}
        >
          Allow
        </Button>
        <Button asChild variant="outline">
          <a href={returnUrl}>Cancel</a>
        </Button>
      </div>
    </div>
  );
}
