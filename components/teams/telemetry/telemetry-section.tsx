"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { telemetry } from "@/lib/contract/telemetry/calls";
import { Permission } from "@/lib/permissions/bits";
import { DeliveryStatus } from "./delivery-status";
import { TelemetryForm } from "./telemetry-form";

/** The organization's OpenTelemetry collector, for those who can edit the organization. */
export function TelemetrySection({ slug }: { slug: string }) {
  const { account } = useAccount();
  const { has } = usePermission();
  return account && has(Permission.EDIT_ORG) ? <Section slug={slug} /> : null;
}

function Section({ slug }: { slug: string }) {
  const { data, error, refetch } = useEndpoint(telemetry.get, { params: { resourceSlug: slug } });
  return (
    <FormSection
      title="OpenTelemetry"
      description="Send traces and metrics for all runs in this organization to your own collector (OTLP over HTTP)."
    >
      {data ? (
        <>
          <DeliveryStatus {...data} />
          <TelemetryForm
            key={JSON.stringify([data.endpoint, data.headers, data.includeContents])}
            slug={slug}
            stored={data}
          />
        </>
      ) : error ? (
        <QueryError error={error} refetch={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </FormSection>
  );
}
