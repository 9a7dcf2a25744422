"use client";

import { Suspense, useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { ProofForm, useProof } from "@/components/shared/form/proof-form";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { security } from "@/lib/contract/security/calls";
import { RecoveryCodes } from "./recovery-codes";

const QrCode = lazyPart(async () => (await import("@/components/shared/details/qr-code")).QrCode);

interface Enrollment {
  secret: string;
  uri: string;
}

interface Props {
  open: boolean;
  hasPassword: boolean;
  onClose: () => void;
}

const words = {
  proof: {
    title: "Set up two-factor sign-in",
    text: "You need an authenticator app on your phone, such as Aegis, 1Password or Google Authenticator.",
  },
  scan: {
    title: "Scan this with your app",
    text: "Then enter the code that it shows. Every other session of yours is signed out.",
  },
  codes: { title: "Two-factor sign-in is on", text: undefined },
};

/** Password, QR code and first code, recovery codes: one dialog, one step after the other. */
export function TwoFactorSetup({ open, hasPassword, onClose }: Props) {
  const { refresh } = useAccount();
  const [begun, setBegun] = useState<Enrollment>();
  const [codes, setCodes] = useState<string[]>();
  const { wrong, onError } = useProof();
  const begin = useAction(security.beginTwoFactor, { onError, onSuccess: setBegun });
  const close = () => {
    onClose();
    if (codes) void refresh();
    setBegun(undefined);
    setCodes(undefined);
  };
  const { title, text } = words[codes ? "codes" : begun ? "scan" : "proof"];
  return (
    <Dialog open={open} onOpenChange={close}>
      <DialogContent title={title} description={text} onInteractOutside={(event) => begun && event.preventDefault()}>
        {codes && <RecoveryCodes codes={codes} onDone={close} />}
        {!codes && begun && <FirstCode begun={begun} onDone={setCodes} onCancel={close} />}
        {!begun && (
          <ProofForm
            submit="Continue"
            hasPassword={hasPassword}
            wrong={wrong}
            pending={begin.pending}
            onCancel={close}
            onSubmit={(body) => void begin.run({ body })}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface FirstCodeProps {
  begun: Enrollment;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

function FirstCode({ begun: { secret, uri }, onDone, onCancel }: FirstCodeProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/security/schemas")).twoFactorForm, {
    defaultValues: { code: "" },
  });
  const turnOn = useAction(security.turnOnTwoFactor, { form, onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => turnOn.run({ body }))}>
      <div className="flex flex-wrap items-center gap-4">
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={uri} label="QR code of the secret for your authenticator app" />
        </Suspense>
        <div className="grid min-w-0 flex-1 basis-40 gap-1">
          <p className="text-muted text-secondary">No camera? Type this secret into the app:</p>
          <div className="flex items-center gap-1">
            <code className="min-w-0 flex-1 break-all text-secondary">{secret.match(/.{1,4}/g)?.join(" ")}</code>
            <CopyButton text={secret} label="Copy secret" />
          </div>
        </div>
      </div>
      <Field label="Code" help="Six digits; a new one every half minute." error={form.formState.errors.code?.message}>
        <Input {...form.register("code")} inputMode="numeric" autoComplete="one-time-code" autoFocus />
      </Field>
      <DialogButtons submit="Turn on" pending={turnOn.pending} onCancel={onCancel} />
    </form>
  );
}
