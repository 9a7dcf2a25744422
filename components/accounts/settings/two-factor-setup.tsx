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

const stepTexts = {
  proof: {
    title: "Set up two-factor authentication",
    text: "You'll need an authenticator app, such as 1Password, Aegis or Google Authenticator.",
  },
  scan: {
    title: "Scan this with your app",
    text: "Then enter the code it shows. Your other devices will be signed out.",
  },
  codes: { title: "Two-factor authentication is on", text: undefined },
};

/** A dialog with three steps: password, QR code with the first code, recovery codes. */
export function TwoFactorSetup({ open, hasPassword, onClose }: Props) {
  const { refresh } = useAccount();
  const [enrollment, setEnrollment] = useState<Enrollment>();
  const [codes, setCodes] = useState<string[]>();
  const { passwordError, onError } = useProof();
  const begin = useAction(security.beginTwoFactor, { onError, onSuccess: setEnrollment });
  const close = () => {
    onClose();
    if (codes) void refresh();
    setEnrollment(undefined);
    setCodes(undefined);
  };
  const { title, text } = stepTexts[codes ? "codes" : enrollment ? "scan" : "proof"];
  return (
    <Dialog open={open} onOpenChange={close}>
      <DialogContent
        title={title}
        description={text}
        onInteractOutside={(event) => enrollment && event.preventDefault()}
      >
        {codes && <RecoveryCodes codes={codes} onDone={close} />}
        {!codes && enrollment && <FirstCode enrollment={enrollment} onDone={setCodes} onCancel={close} />}
        {!enrollment && (
          <ProofForm
            submit="Continue"
            hasPassword={hasPassword}
            passwordError={passwordError}
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
  enrollment: Enrollment;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

function FirstCode({ enrollment: { secret, uri }, onDone, onCancel }: FirstCodeProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/security/schemas")).twoFactorForm, {
    defaultValues: { code: "" },
  });
  const turnOn = useAction(security.turnOnTwoFactor, { form, onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => turnOn.run({ body }))}>
      <div className="flex flex-wrap items-center gap-4">
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Suspense>
        <div className="grid min-w-0 flex-1 basis-40 gap-1">
          <p className="text-muted text-secondary">Can't scan? Enter this key in the app:</p>
          <div className="flex items-center gap-1">
            <code className="min-w-0 flex-1 break-words text-secondary">{secret.match(/.{1,4}/g)?.join(" ")}</code>
            <CopyButton text={secret} label="Copy key" />
          </div>
        </div>
      </div>
      <Field label="Code" help="6 digits. Changes every 30 seconds." error={form.formState.errors.code?.message}>
        <Input {...form.register("code")} inputMode="numeric" autoComplete="one-time-code" autoFocus />
      </Field>
      <DialogButtons submit="Turn on" pending={turnOn.pending} onCancel={onCancel} />
    </form>
  );
}
