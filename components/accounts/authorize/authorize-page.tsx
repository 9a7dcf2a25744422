"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useRunOnce } from "@/hooks/page/use-run-once";
import { oauthServer } from "@/lib/contract/oauth-server/calls";
import type { Consent } from "@/lib/contract/oauth-server/schemas";
import { BareCard } from "../sign-in/bare-card";
import { FormError } from "../sign-in/form-error";
import { ReturnPending } from "../sign-in/provider/return-status";
import { ConsentForm } from "./consent-form";

const problemTitle = "Can't allow access";

const pending = <ReturnPending title="Allow access" />;

/** `/oauth/authorize`: asks the person whether a client may use a published app. A person who isn't signed in signs in first. */
export function AuthorizePage() {
  const { status } = useAccount();
  return status === "signed-in" ? <Request /> : pending;
}

function Request() {
  const sent = Object.fromEntries(useSearchParams().entries());
  const [consent, setConsent] = useState<Consent>();
  const request = useAction(oauthServer.request, { onSuccess: setConsent, quiet: true });
  useRunOnce(() => void request.run({ body: sent }));
  // Without a client and its address there is no way back.
  if (request.failure !== undefined)
    return (
      <BareCard title={problemTitle}>
        <div className="flex flex-col gap-4">
          <FormError text={request.failure} />
          <Button asChild variant="outline">
            <Link href="/">Go to home page</Link>
          </Button>
        </div>
      </BareCard>
    );
  if (!consent) return pending;
  const { client, problem, publication, returnUrl } = consent;
  if (publication) return <ConsentForm sent={sent} client={client} publication={publication} returnUrl={returnUrl} />;
  return (
    <BareCard title={problemTitle}>
      <div className="flex flex-col gap-4">
        <FormError text={problem} />
        <Button asChild variant="outline">
          <a href={returnUrl}>Return to {client.returnsTo}</a>
        </Button>
      </div>
    </BareCard>
  );
}
