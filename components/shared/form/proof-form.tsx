"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Input } from "@/components/ui/input";
import type { ApiError } from "@/lib/api/api-error";
import { DialogButtons } from "../dialogs/dialog-buttons";
import { Field } from "./field";
import { PasswordInput } from "./password-input";

/** For actions that need the password, or a code too: puts their errors at the fields. */
export function useProof() {
  const [wrong, setWrong] = useState<string>();
  const [wrongCode, setWrongCode] = useState<string>();
  return {
    wrong,
    wrongCode,
    onError({ issues }: ApiError): boolean {
      const [password, code] = ["password", "code"].map((name) => issues.find(({ path }) => path === name)?.message);
      setWrong(password);
      setWrongCode(code);
      return password !== undefined || code !== undefined;
    },
  };
}

interface ProofFormProps {
  /** Without a password the server requires a sign-in within the last minutes. */
  hasPassword: boolean;
  wrong: string | undefined;
  /** Asks for a code of two-factor sign-in too. */
  asksCode?: boolean;
  wrongCode?: string | undefined;
  pending: boolean;
  submit: string;
  destructive?: boolean;
  /** Whether what else is in the form is filled in. */
  ready?: boolean;
  onSubmit: (body: { password?: string; code?: string }) => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks for the password before a sensitive action, so that a hijacked session is not enough. */
export function ProofForm({ hasPassword, wrong, pending, submit, ready = true, ...rest }: ProofFormProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const enough = ready && (!hasPassword || password !== "") && (!rest.asksCode || code.trim() !== "");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (enough && !pending) rest.onSubmit({ ...(hasPassword && { password }), ...(rest.asksCode && { code }) });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      {rest.children}
      {hasPassword && (
        <Field label="Password" error={wrong}>
          <PasswordInput
            autoFocus={!rest.children}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
      )}
      {rest.asksCode && (
        <Field label="Code" help="From your authenticator app, or a recovery code." error={rest.wrongCode}>
          <Input
            autoFocus={!hasPassword && !rest.children}
            autoComplete="one-time-code"
            autoCapitalize="none"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      )}
      <DialogButtons
        submit={submit}
        pending={pending}
        disabled={!enough}
        destructive={rest.destructive}
        onCancel={rest.onCancel}
      />
    </form>
  );
}
