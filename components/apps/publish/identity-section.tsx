"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type CreatedSecret, SecretDialog } from "@/components/shared/dialogs/secret-dialog";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useAction } from "@/hooks/api/use-action";
import { publications } from "@/lib/contract/publications/calls";
import type { Publication } from "@/lib/contract/publications/schemas";

interface IdentitySectionProps {
  slug: string;
  publication: Publication;
  /** Why a secret cannot be created. */
  addReason: string | undefined;
}

/** The secret that a website uses to sign its visitors' identities. */
export function IdentitySection({ slug, publication, addReason }: IdentitySectionProps) {
  const [created, setCreated] = useState<CreatedSecret | null>(null);
  const { _id: publicationId, name } = publication;
  const rotate = useAction(publications.rotateIdentity, {
    onSuccess: ({ identitySecret: secret }) => setCreated({ name, secret }),
  });
  return (
    <section aria-label="Visitor identity" className="grid justify-items-start gap-3">
      <h4 className="font-medium text-label">Visitor identity</h4>
      <p className="max-w-reading text-muted text-secondary">
        Sign the identity of your signed-in visitors on your server so that they see their sessions on every device.
        Earlier secrets stay valid for 24 hours.
      </p>
      <DisabledTooltip disabledReason={addReason}>
        <Button
          size="sm"
          variant="outline"
          loading={rotate.pending}
          onClick={() => void rotate.run({ params: { resourceSlug: slug, publicationId }, body: {} })}
        >
          <KeyRound aria-hidden /> New identity secret
        </Button>
      </DisabledTooltip>
      <SecretDialog
        created={created}
        kind="identity secret"
        description="Sign a JSON Web Token with HS256 and the claims sub and exp, and pass it to muster.identify."
        onClose={() => setCreated(null)}
      />
    </section>
  );
}
