import Link from "next/link";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import type { TestResult } from "@/lib/contract/sso/schemas";
import { BareCard } from "../bare-card";

/** What the provider has sent in a test sign-in, and what the rules make of it. */
export function SsoTest({ test }: { test: TestResult }) {
  const { resourceSlug, issuer, subject, email, claims, roles } = test;
  const facts = [
    { name: "Issuer", values: [issuer] },
    { name: "Subject", values: [subject] },
    { name: "Email", values: [email ?? "None, or not verified"] },
    ...claims.filter(({ name }) => !["iss", "sub", "aud", "email", "email_verified"].includes(name)),
    {
      name: "Assigned roles",
      values: roles.length > 0 ? roles.map(({ place, role }) => `${place}: ${role}`) : ["None"],
    },
  ];
  return (
    <BareCard title="Test sign-in">
      <div className="flex flex-col gap-4">
        <Banner tone="success">Test sign-in successful. You can now require SSO.</Banner>
        <dl className="grid gap-2">
          {facts.map(({ name, values }) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-label text-muted">{name}</dt>
              <dd className="wrap-anywhere">{values.join(", ")}</dd>
            </div>
          ))}
        </dl>
        <Button asChild>
          <Link href={`/${encodeURIComponent(resourceSlug)}/org`}>Back to the organization</Link>
        </Button>
      </div>
    </BareCard>
  );
}
