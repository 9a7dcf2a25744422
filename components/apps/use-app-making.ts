"use client";

import { useAction } from "@/hooks/use-action";
import { apps } from "@/lib/contract/calls/apps";
import { sessions } from "@/lib/contract/calls/sessions";
import type { AppForm } from "./app-form";
import type { MadeApp } from "./use-app-draft";

interface Making {
  slug: string;
  form: AppForm;
  made: MadeApp | null;
  keep(made: MadeApp): void;
}

/** Makes the app and a test session of it. Gone through again, it changes the app that was made rather than making another. */
export function useAppMaking({ slug, form, made, keep }: Making) {
  const params = { resourceSlug: slug };
  const add = useAction(apps.add, { form, navigate: false });
  const edit = useAction(apps.edit, { form, navigate: false });
  const test = useAction(sessions.add, { navigate: false });

  /** A fresh test session; the app is kept even if none can be had. */
  const tryOut = async (appId: string): Promise<boolean> => {
    const session = await test.run({ params, body: { id: appId, test: true } });
    keep({ appId, sessionId: session?._id ?? null });
    return session !== undefined;
  };

  /** Stores what the form holds. False when the server refused it, which it has shown. */
  const make = async (body: Parameters<Parameters<AppForm["handleSubmit"]>[0]>[0]): Promise<boolean> => {
    if (!made) {
      const app = await add.run({ params, body });
      return app !== undefined && (await tryOut(app._id));
    }
    if (made.sessionId && !form.formState.isDirty) return true;
    const saved = await edit.run({ params: { ...params, appId: made.appId }, body });
    return saved !== undefined && (await tryOut(made.appId));
  };
  return { make, tryOut, pending: add.pending || edit.pending || test.pending };
}
