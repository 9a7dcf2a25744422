import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { evaluations } from "@/lib/contract/evaluations/calls";
import { saveBlob } from "@/lib/utils/browser/save-blob";
import { toast } from "@/lib/utils/toasts/toast";

const formats = {
  csv: { endpoint: evaluations.csv, ending: "csv" },
  junit: { endpoint: evaluations.junit, ending: "xml" },
};

/** Downloads the results. An error is shown as a toast. */
export async function downloadResults(slug: string, evaluationId: string, format: keyof typeof formats): Promise<void> {
  const { endpoint, ending } = formats[format];
  try {
    const response = await call(endpoint, { params: { resourceSlug: slug, evaluationId } });
    saveBlob(await response.blob(), `evaluation-${evaluationId}.${ending}`);
  } catch (error) {
    toast.error(errorMessage(error));
  }
}
