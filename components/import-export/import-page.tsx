"use client";

import Link from "next/link";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { PageHeader } from "@/components/shared/page/page-header";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import type { ImportTodo } from "@/lib/contract/transfers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { ExampleCards } from "./example-cards";
import { FileStep } from "./file-step";
import { PreviewStep } from "./preview-step";
import { TodoList } from "./todo-list";
import { useImport } from "./use-import";

/** Imports an app in three steps: choose a file, preview the changes, list the remaining manual steps. */
export function ImportPage() {
  const slug = useTeamSlug();
  const { why } = usePermission();
  const state = useImport(slug);
  const { preview, done } = state;
  const refused = why(Permission.CREATE_APP);
  return (
    <div className="mx-auto grid max-w-list grid-cols-1">
      <PageHeader
        title={preview ? `Import ${preview.app}` : "Import an app"}
        back={{ href: `/${slug}/apps`, label: "Apps" }}
      />
      {refused ? (
        <Banner tone="warning">{refused}</Banner>
      ) : done ? (
        <Done slug={slug} appId={done.appId} todo={done.todo} />
      ) : preview ? (
        <PreviewStep preview={preview} state={state} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <FileStep refusals={state.refusals} pending={state.previewing} onOpen={state.open} onRefuse={state.refuse} />
          <FormSection
            title="Or start from an example"
            description="A complete app that works with the offline demo model. You'll review it first."
          >
            <ExampleCards pending={state.previewing} onOpen={state.open} onFail={state.refuse} />
          </FormSection>
        </div>
      )}
    </div>
  );
}

function Done({ slug, appId, todo }: { slug: string; appId: string; todo: ImportTodo[] }) {
  return (
    <FormSection title="Imported" description="The app was imported. To do:">
      <TodoList todo={todo} />
      <FormActions>
        <Button asChild>
          <Link href={`/${slug}/app/${appId}`}>Open app</Link>
        </Button>
      </FormActions>
    </FormSection>
  );
}
