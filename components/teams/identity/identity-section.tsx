"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { identity } from "@/lib/contract/identity/calls";
import { Permission } from "@/lib/permissions/bits";
import { DomainList } from "./domain-list";
import { ProviderForm } from "./provider-form";
import { ScimTokens } from "./scim-tokens";

/** Signing in with the organization's own identity provider, and its SCIM client. */
export function IdentitySection({ slug }: { slug: string }) {
  const disabledReason = usePermission().why(Permission.ORG_ADMIN);
  const query = useEndpoint(identity.get, { params: { resourceSlug: slug } });
  const { data } = query;
  return (
    <FormSection
      title="Identity provider"
      description="Members sign in with your organization's OpenID Connect provider, such as Microsoft Entra ID or Okta."
    >
      {data ? (
        <div className="grid gap-6">
          {disabledReason && <p className="text-muted text-secondary">{disabledReason}</p>}
          <ProviderForm key={data.provider?.version ?? 0} slug={slug} view={data} disabledReason={disabledReason} />
          <DomainList slug={slug} domains={data.domains} disabledReason={disabledReason} />
          <ScimTokens slug={slug} url={data.scimUrl} tokens={data.tokens} disabledReason={disabledReason} />
        </div>
      ) : query.error ? (
        <QueryError error={query.error} refetch={query.refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </FormSection>
  );
}
