"use client";

import { type FormEvent, useState } from "react";
import { Avatar } from "@/components/shared/details/avatar";
import { Field } from "@/components/shared/form/field";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { visitorToken } from "@/lib/api/tokens/visitor-token";
import { accounts } from "@/lib/contract/accounts/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import { shares } from "@/lib/contract/shares/calls";
import type { LockedLink } from "@/lib/contract/shares/schemas";

interface VisitorPasswordProps {
  slug: string;
  shareId: string;
  link: LockedLink;
}

/** Asks for a link's password. The right one starts the first session. */
export function VisitorPassword({ slug, shareId, link }: VisitorPasswordProps) {
  const { name, icon, welcomeText } = link;
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const start = useAction(sessions.add, {
    navigate: false,
    invalidate: [shares.get.resource, accounts.get.resource],
    onError: ({ message }) => {
      setProblem(message);
      return true;
    },
    onSuccess: ({ visitorToken: token }) => {
      if (token) visitorToken(shareId).set(token);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === "") return setProblem("Enter the password for this link.");
    setProblem(undefined);
    void start.run({ params: { resourceSlug: slug }, body: { shareId, password } });
  };
  return (
    <form className="m-auto grid w-full max-w-bare gap-5 p-4" noValidate onSubmit={submit}>
      <div className="grid justify-items-center gap-2 text-center">
        {(icon || name) && <Avatar name={name ?? ""} filename={icon?.filename} size="lg" />}
        <h1 dir="auto" className="wrap-anywhere font-semibold text-title">
          {name ?? "Password required"}
        </h1>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
          {welcomeText ?? "This link is password-protected. Ask the person who shared it for the password."}
        </p>
      </div>
      <Field label="Password" error={problem}>
        <PasswordInput
          autoFocus
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Button type="submit" loading={start.pending}>
        Continue
      </Button>
    </form>
  );
}
