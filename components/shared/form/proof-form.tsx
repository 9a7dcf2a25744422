"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Input } from "@/components/ui/input";
import type { ApiError } from "@/lib/api/api-error";
import { DialogButtons } from "../dialogs/dialog-buttons";
import { Field } from "./field";
import { PasswordInput } from "./password-input";

/** Shows the errors of actions that need a password or a code at their fields. */
export function useProof() {
  const [passwordError, setPasswordError] = useState<string>();
  const [codeError, setCodeError] = useState<string>();
  return {
    passwordError,
    codeError,
    onError({ issues }: ApiError): boolean {
      const [password, code] = ["password", "code"].map((name) => issues.find(({ path }) => path === name)?.message);
      setPasswordError(password);
      setCodeError(code);
      return password !== undefined || code !== undefined;
    },
  };
}

interface ProofFormProps {
  /** Without a password the server requires a sign-in within the last minutes. */
  hasPassword: boolean;
  passwordError: string | undefined;
  /** Also asks for a two-factor code. */
  requiresCode?: boolean;
  codeError?: string | undefined;
  pending: boolean;
  submit: string;
  destructive?: boolean;
  /** Whether the other fields are complete. */
  ready?: boolean;
  onSubmit: (body: { password?: string; code?: string }) => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks for the password before a sensitive action, so that a hijacked session is not enough. */
export function ProofForm({ hasPassword, passwordError, pending, submit, ready = true, ...rest }: ProofFormProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const isComplete = ready && (!hasPassword || password !== "") && (!rest.requiresCode || code.trim() !== "");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete && !pending) rest.onSubmit({ ...(hasPassword && { password }), ...(rest.requiresCode && { code }) });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      {rest.children}
      {hasPassword && (
        <Field label="Password" error={passwordError}>
          <PasswordInput
            autoFocus={!rest.children}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
      )}
      {rest.requiresCode && (
        <Field label="Code" help="From your authenticator app, or a recovery code." error={rest.codeError}>
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
        disabled={!isComplete}
        destructive={rest.destructive}
        onCancel={rest.onCancel}
      />
    </form>
  );
}
