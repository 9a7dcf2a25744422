import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import type { ExportFormat } from "@/lib/constants/export-formats";
import type { App } from "@/lib/contract/apps/schemas";
import { transfers } from "@/lib/contract/transfers/calls";
import { saveBlob } from "@/lib/utils/browser/save-blob";
import { toast } from "@/lib/utils/toasts/toast";

/** Returns the file name in the response's headers. */
function parseFilename({ headers }: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get("content-disposition") ?? "")?.[1];
  return encoded && decodeURIComponent(encoded);
}

/** Downloads the app with everything that it uses. An error is shown as a toast, and no error page is saved. */
export async function exportApp(
  slug: string,
  app: Pick<App, "_id" | "name">,
  format: ExportFormat = "muster",
): Promise<boolean> {
  try {
    const params = { resourceSlug: slug, appId: app._id };
    const response = await call(transfers.export, { params, query: { format } });
    saveBlob(await response.blob(), parseFilename(response) ?? (format === "muster" ? "app.yaml" : "app.zip"));
    return true;
  } catch (error) {
    toast.error(errorMessage(error));
    return false;
  }
}
