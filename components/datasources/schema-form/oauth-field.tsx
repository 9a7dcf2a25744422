"use client";

import { CircleCheck } from "lucide-react";
import { FormField } from "@/components/shared/form/form-field";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { connect } from "@/lib/contract/connect/calls";
import type { ConnectService } from "@/lib/contract/connect/schemas";
import { Permission } from "@/lib/permissions/bits";
import { fieldLabel } from "@/lib/utils/json/json-form";
import { useConnect } from "../connect/use-connect";
import type { SchemaProps } from "./props";

/** Connects an account by signing in at the service. */
export function OauthField({ form, name, schema, at, required }: SchemaProps) {
  const { why } = usePermission();
  const { data, error } = useEndpoint(connect.services, { params: { resourceSlug: useTeamSlug() } });
  const { signIn, failure, pending } = useConnect(form, (grant) => {
    form.setValue(at, grant, { shouldDirty: true });
    form.clearErrors(at);
  });
  if (error) return <Banner tone="danger">{errorMessage(error)}</Banner>;
  const service = data?.services.find((one) => one.service === schema["x-oauth"]);
  if (!service) return <Skeleton className="h-16 rounded-card" />;
  if (!service.ready) return <NotReady {...service} />;
  return (
    <FormField control={form.control} name={at} label={fieldLabel(name, schema)} required={required} group>
      {({ value, ref, onBlur }) => (
        <div className="flex flex-wrap items-center gap-3">
          <DisabledTooltip disabledReason={why(Permission.CREATE_DATASOURCE)}>
            <Button
              ref={ref}
              variant="outline"
              loading={pending}
              onBlur={onBlur}
              onClick={() => void signIn(service.service)}
            >
              Sign in with {service.title}
              {value ? " again" : ""}
            </Button>
          </DisabledTooltip>
          <span role="status" className="flex items-center gap-1.5 text-secondary">
            {Boolean(value) && !pending && (
              <>
                <CircleCheck aria-hidden className="size-4 text-success" />
                Connected
              </>
            )}
          </span>
          {failure && (
            <Banner tone="danger" className="w-full">
              {failure}
            </Banner>
          )}
        </div>
      )}
    </FormField>
  );
}

function NotReady({ title, variables, callback }: ConnectService) {
  return (
    <Banner tone="info">
      <div className="grid gap-1 [overflow-wrap:anywhere]">
        <p>
          Signing in with {title} isn't set up on this server. Use another method, or ask the server administrator to
          set it up:
        </p>
        <p>
          Register an app with {title}, using the redirect URL <code className="font-mono text-label">{callback}</code>,
          then set{" "}
          {variables.map((variable, i) => (
            <span key={variable}>
              {i > 0 && " and "}
              <code className="font-mono text-label">{variable}</code>
            </span>
          ))}
          .
        </p>
      </div>
    </Banner>
  );
}
