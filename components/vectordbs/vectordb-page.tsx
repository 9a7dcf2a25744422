"use client";

import { UsersSection } from "@/components/shared/details/users-section";
import { FormSection } from "@/components/shared/form/form-section";
import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { vectorDbKinds } from "@/lib/constants/vectordbs";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import type { VectorDb } from "@/lib/contract/vectordbs/schemas";
import { VectorDbForm } from "./vectordb-form";

const toBackLink = (slug: string) => ({ href: `/${slug}/vectordbs`, label: "Vector DBs" });

export function AddVectorDbPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New vector DB" back={toBackLink(slug)} />
      <VectorDbForm slug={slug} />
    </div>
  );
}

export function EditVectorDbPage({ vectorDbId }: { vectorDbId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(vectordbs.get, { params: { resourceSlug: slug, vectorDbId } });
  return (
    <EditPage query={query} back={toBackLink(slug)} title={({ vectorDb }) => vectorDb.name}>
      {({ vectorDb }, reload) => <EditForm key={vectorDb.version} slug={slug} vectorDb={vectorDb} onReload={reload} />}
    </EditPage>
  );
}

function EditForm({ slug, vectorDb, onReload }: { slug: string; vectorDb: VectorDb; onReload(): void }) {
  const { type } = vectorDb;
  if (type !== "builtin") return <VectorDbForm slug={slug} vectorDb={{ ...vectorDb, type }} onReload={onReload} />;
  return (
    <div className="grid gap-4">
      <FormSection title="Type" description={vectorDbKinds.builtin.note}>
        <p>
          Built-in <span className="text-muted">· can't be edited or deleted.</span>
        </p>
      </FormSection>
      <UsersSection slug={slug} users={vectorDb.usedIn} usedBy={vectorDb.usedBy} />
    </div>
  );
}
