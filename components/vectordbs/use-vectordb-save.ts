"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { isConflict } from "@/components/shared/form/form-footer";
import type { CheckResult } from "@/components/shared/status/connection-check";
import { useAction } from "@/hooks/api/use-action";
import type { ApiError } from "@/lib/api/api-error";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import type { VectorDb } from "@/lib/contract/vectordbs/schemas";
import type { VectorDbContractForm } from "./form-type";

/** Adds or edits a vector database. The server tests the connection first; a failing one can still be saved. */
export function useVectorDbSave(slug: string, form: VectorDbContractForm, vectorDb: VectorDb | undefined) {
  const router = useRouter();
  const [result, setResult] = useState<CheckResult & { forceable?: true }>();
  const options = {
    form,
    success: vectorDb ? "Vector DB saved." : "Vector DB created.",
    navigate: false,
    onSuccess: () => router.push(`/${slug}/vectordbs`),
    onError: (error: ApiError) => {
      if (error.data.check !== false) return isConflict(error);
      setResult({ ok: false, message: error.message, forceable: true });
      return true;
    },
  };
  const add = useAction(vectordbs.add, options);
  const edit = useAction(vectordbs.edit, options);
  const params = { resourceSlug: slug };
  const save = (force: boolean) =>
    form.handleSubmit(async (values) => {
      setResult(undefined);
      const body = { ...values, force };
      if (!vectorDb) return void (await add.run({ params, body }));
      const at = { ...params, vectorDbId: vectorDb._id };
      await edit.run({ params: at, body: { ...body, version: vectorDb.version } });
    });
  return {
    save,
    result,
    setResult,
    pending: add.pending || edit.pending,
    done: add.done || edit.done,
    error: add.error ?? edit.error,
  };
}
