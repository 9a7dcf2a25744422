"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import type { ApiError } from "@/lib/api/api-error";
import { DialogButtons } from "./dialog-buttons";
import { Field } from "./field";
import { PasswordInput } from "./password-input";

/** For an action that asks for the password: what was wrong with it stands at its field. */
export function useProof() {
  const [wrong, setWrong] = useState<string>();
  return {
    wrong,
    onError(error: ApiError): boolean {
      const issue = error.issues.find(({ path }) => path === "password");
      setWrong(issue?.message);
      return issue !== undefined;
    },
  };
}

interface ProofFormProps {
  /** Without one a sign-in of the last minutes has to do, which the server checks. */
  hasPassword: boolean;
  wrong: string | undefined;
  pending: boolean;
  submit: string;
  destructive?: boolean;
  /** Whether what else is in the form is filled in. */
  ready?: boolean;
  onSubmit: (body: { password?: string }) => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks for the password before something that a borrowed session must not do. */
export function ProofForm({ hasPassword, wrong, pending, submit, ready = true, ...rest }: ProofFormProps) {
  const [password, setPassword] = useState("");
  const enough = ready && (!hasPassword || password !== "");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (enough && !pending) rest.onSubmit(hasPassword ? { password } : {});
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
