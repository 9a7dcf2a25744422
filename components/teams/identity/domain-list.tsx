"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { identity } from "@/lib/contract/identity/calls";
import type { IdentityDomain } from "@/lib/contract/identity/schemas";
import { CopyField } from "./copy-field";

interface DomainListProps {
  slug: string;
  domains: readonly IdentityDomain[];
  disabledReason: string | undefined;
}

/** The domains whose addresses sign in with the provider, proven by DNS. */
export function DomainList({ slug, domains, disabledReason }: DomainListProps) {
  const [domain, setDomain] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = useAction(identity.addDomain, {
    onSuccess: () => setDomain(""),
    onError: (error) => {
      setProblem(error.issues[0]?.message ?? error.message);
      return true;
    },
  });
  const submit = () => {
    setProblem(undefined);
    void add.run({ params: { resourceSlug: slug }, body: { domain } });
  };
  return (
    <div className="grid gap-3 border-t pt-4">
      <div className="grid gap-0.5">
        <h3 className="font-medium text-label">Email domains</h3>
        <p className="max-w-reading text-muted text-secondary">
          People with an email address at a verified domain sign in with SSO. An account is created when they first sign
          in.
        </p>
      </div>
      {domains.map((one) => (
        <Domain key={one.domain} slug={slug} domain={one} disabledReason={disabledReason} />
      ))}
      <Field label="Domain" error={problem}>
        <Input
          value={domain}
          placeholder="example.com"
          autoComplete="off"
          inputMode="url"
          readOnly={disabledReason !== undefined}
          onChange={({ target }) => setDomain(target.value)}
          onKeyDown={(event) => event.key === "Enter" && submit()}
        />
      </Field>
      <div>
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" loading={add.pending} onClick={submit}>
            Add domain
          </Button>
        </DisabledTooltip>
      </div>
    </div>
  );
}

function Domain({
  slug,
  domain,
  disabledReason,
}: {
  slug: string;
  domain: IdentityDomain;
  disabledReason?: string | undefined;
}) {
  const [problem, setProblem] = useState<string>();
  const verify = useAction(identity.verifyDomain, {
    success: "Domain verified.",
    onError: (error) => {
      setProblem(error.issues[0]?.message ?? error.message);
      return true;
    },
  });
  const remove = useAction(identity.removeDomain, { success: "Domain removed." });
  const call = { params: { resourceSlug: slug }, body: { domain: domain.domain } };
  return (
    <div className="grid gap-3 rounded-control border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {domain.domain}
          <Badge tone={domain.verified ? "success" : "warning"}>{domain.verified ? "Verified" : "Not verified"}</Badge>
        </span>
        {!disabledReason && (
          <span className="flex gap-2">
            {!domain.verified && (
              <Button variant="outline" size="sm" loading={verify.pending} onClick={() => void verify.run(call)}>
                Verify
              </Button>
            )}
            <Button variant="ghost" size="sm" loading={remove.pending} onClick={() => void remove.run(call)}>
              Remove
            </Button>
          </span>
        )}
      </div>
      {!domain.verified && (
        <>
          <p className="text-muted text-secondary">Add this TXT record at your DNS provider, then verify it.</p>
          <CopyField label="Record name" value={domain.recordName} />
          <CopyField label="Record value" value={domain.recordValue} />
        </>
      )}
      {problem && (
        <p role="alert" className="text-danger text-secondary">
          {problem}
        </p>
      )}
    </div>
  );
}
