"use client";

import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { variables } from "@/lib/contract/variables/calls";
import { VariableForm } from "./variable-form";

const toBackLink = (slug: string) => ({ href: `/${slug}/variables`, label: "Variables" });

/** `name` is preset by a link from a prompt that uses an unknown variable. */
export function AddVariablePage({ name }: { name: string }) {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New variable" back={toBackLink(slug)} />
      <VariableForm slug={slug} name={name} />
    </div>
  );
}

export function EditVariablePage({ variableId }: { variableId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(variables.get, { params: { resourceSlug: slug, variableId } });
  return (
    <EditPage query={query} back={toBackLink(slug)} title={({ variable }) => variable.name}>
      {({ variable }, reload) => (
        <VariableForm key={variable.version} slug={slug} variable={variable} onReload={reload} />
      )}
    </EditPage>
  );
}
