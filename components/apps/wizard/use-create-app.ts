"use client";

import { useAction } from "@/hooks/api/use-action";
import { apps } from "@/lib/contract/apps/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import type { AppForm } from "../form/app-form";
import type { CreatedApp } from "./use-app-draft";

interface CreateAppOptions {
  slug: string;
  form: AppForm;
  created: CreatedApp | null;
  onCreated(app: CreatedApp): void;
}

/** Creates the app and a test session. Submitting again updates that app rather than creating another. */
export function useCreateApp({ slug, form, created, onCreated }: CreateAppOptions) {
  const params = { resourceSlug: slug };
  const add = useAction(apps.add, { form, navigate: false });
  const edit = useAction(apps.edit, { form, navigate: false });
  const test = useAction(sessions.add, { navigate: false });

  /** Starts a test session; the app is kept if that fails. */
  const startTest = async (appId: string): Promise<boolean> => {
    const session = await test.run({ params, body: { id: appId, test: true } });
    onCreated({ appId, sessionId: session?._id ?? null });
    return session !== undefined;
  };

  /** Saves the form. Returns false if the server refused it; the error is already shown. */
  const save = async (body: Parameters<Parameters<AppForm["handleSubmit"]>[0]>[0]): Promise<boolean> => {
    if (!created) {
      const app = await add.run({ params, body });
      return app !== undefined && (await startTest(app._id));
    }
    if (created.sessionId && !form.formState.isDirty) return true;
    const saved = await edit.run({ params: { ...params, appId: created.appId }, body });
    return saved !== undefined && (await startTest(created.appId));
  };
  return { save, startTest, pending: add.pending || edit.pending || test.pending };
}
