"use client";

import { useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { FormSection } from "@/components/shared/form/form-section";
import { ProofForm, useProof } from "@/components/shared/form/proof-form";
import { Banner } from "@/components/shared/status/banner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { security as calls } from "@/lib/contract/security/calls";
import type { Security } from "@/lib/contract/security/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { RecoveryCodes } from "./recovery-codes";
import { TwoFactorSetup } from "./two-factor-setup";

const lowCodeCount = 3;

type OpenDialog = "on" | "off" | "codes" | null;

export function TwoFactorSection({ security }: { security: Security }) {
  const { twoFactor, hasPassword } = security;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const close = () => setOpenDialog(null);
  return (
    <FormSection
      title={
        <span className="flex items-center gap-2">
          Two-factor authentication <Badge tone={twoFactor ? "success" : "neutral"}>{twoFactor ? "On" : "Off"}</Badge>
        </span>
      }
      description="Require a code from an authenticator app when you sign in."
    >
      {twoFactor && (
        <p>
          Turned on <RelativeTime date={twoFactor.since} />. {codesText(twoFactor.codesLeft)}
        </p>
      )}
      {twoFactor && twoFactor.codesLeft <= lowCodeCount && (
        <Banner tone="warning">Create new recovery codes before you run out.</Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {!twoFactor && <Button onClick={() => setOpenDialog("on")}>Set up</Button>}
        {twoFactor && (
          <>
            <Button variant="outline" onClick={() => setOpenDialog("codes")}>
              New recovery codes
            </Button>
            <Button variant="destructive" onClick={() => setOpenDialog("off")}>
              Turn off
            </Button>
          </>
        )}
      </div>
      <TwoFactorSetup open={openDialog === "on"} hasPassword={hasPassword} onClose={close} />
      <TurnOff open={openDialog === "off"} hasPassword={hasPassword} onClose={close} />
      <NewCodes open={openDialog === "codes"} hasPassword={hasPassword} onClose={close} />
    </FormSection>
  );
}

const codesText = (count: number): string =>
  count === 0 ? "No recovery codes left." : `${pluralize(count, "recovery code")} left.`;

interface DialogProps {
  open: boolean;
  hasPassword: boolean;
  onClose: () => void;
}

function TurnOff({ open, hasPassword, onClose }: DialogProps) {
  const { refresh } = useAccount();
  const { passwordError, codeError, onError } = useProof();
  const turnOff = useAction(calls.turnOffTwoFactor, {
    onError,
    success: "Two-factor authentication is off.",
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent
        title="Turn off two-factor authentication?"
        description="You'll no longer need a code to sign in. Your recovery codes stop working."
      >
        <ProofForm
          destructive
          submit="Turn off"
          hasPassword={hasPassword}
          passwordError={passwordError}
          requiresCode
          codeError={codeError}
          pending={turnOff.pending}
          onCancel={onClose}
          onSubmit={(body) => void turnOff.run({ body })}
        />
      </DialogContent>
    </Dialog>
  );
}

function NewCodes({ open, hasPassword, onClose }: DialogProps) {
  const { passwordError, codeError, onError } = useProof();
  const [codes, setCodes] = useState<string[]>();
  const renew = useAction(calls.renewCodes, { onError, onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  const close = () => {
    onClose();
    setCodes(undefined);
  };
  return (
    <Dialog open={open} onOpenChange={close}>
      <DialogContent
        title={codes ? "Your new recovery codes" : "Create new recovery codes?"}
        description={codes ? undefined : "You'll get ten new codes. Your current codes stop working."}
        onInteractOutside={(event) => codes && event.preventDefault()}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onDone={close} />
        ) : (
          <ProofForm
            submit="Create codes"
            hasPassword={hasPassword}
            passwordError={passwordError}
            requiresCode
            codeError={codeError}
            pending={renew.pending}
            onCancel={close}
            onSubmit={(body) => void renew.run({ body })}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
