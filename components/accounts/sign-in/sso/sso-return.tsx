"use client";

import { useState } from "react";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useRunOnce } from "@/hooks/page/use-run-once";
import { ssoPath } from "@/lib/constants/identity";
import { sso } from "@/lib/contract/sso/calls";
import type { Linkable, TestResult } from "@/lib/contract/sso/schemas";
import { SecondStep } from "../provider/provider-return";
import { ReturnFailure, ReturnPending } from "../provider/return-status";
import { SsoLink } from "./sso-link";
import { SsoTest } from "./sso-test";

interface SsoReturnProps {
  state: string;
  search: { get: (name: string) => string | null };
}

/** Finishes a sign-in at the organization's provider: signed in, an account to link, a second factor, or a test. */
export function SsoReturn({ state, search }: SsoReturnProps) {
  const { refresh } = useAccount();
  const [failure, setFailure] = useState<string | null>(null);
  const [ticket, setTicket] = useState<string>();
  const [link, setLink] = useState<Linkable>();
  const [test, setTest] = useState<TestResult>();
  const finish = useAction(sso.finish, {
    onSuccess(finished) {
      setLink(finished.link);
      setTest(finished.test);
      if (finished.token) void refresh();
    },
    onError(error) {
      if (error.code === "two_factor" && typeof error.data.ticket === "string") setTicket(error.data.ticket);
      else setFailure(error.message);
      return true;
    },
  });
  useRunOnce(() => {
    const read = (name: string) => search.get(name) ?? undefined;
    const error = { error: read("error"), error_description: read("error_description")?.slice(0, 1_000) };
    void finish.run({ body: { state, code: read("code"), iss: read("iss"), ...error } });
  });
  if (ticket) return <SecondStep ticket={ticket} />;
  if (link) return <SsoLink link={link} />;
  if (test) return <SsoTest test={test} />;
  if (failure) return <ReturnFailure title="Sign in with SSO" text={failure} again={ssoPath} />;
  return <ReturnPending title="Signing in with SSO" />;
}
