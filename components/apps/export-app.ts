import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import type { App } from "@/lib/contract/apps";
import { transfers } from "@/lib/contract/calls/transfers";
import { saveBlob } from "@/lib/utils/save-blob";
import { toast } from "@/lib/utils/toast";

/** The name that the server gives the file. */
function nameIn({ headers }: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get("content-disposition") ?? "")?.[1];
  return encoded && decodeURIComponent(encoded);
}

/** Downloads the app with all that it uses as a file. What goes wrong is told, and no page of an error saved. */
export async function exportApp(slug: string, app: Pick<App, "_id" | "name">): Promise<void> {
  try {
    const response = await call(transfers.export, { params: { resourceSlug: slug, appId: app._id } });
    saveBlob(await response.blob(), nameIn(response) ?? "app.yaml");
  } catch (error) {
    toast.error(errorMessage(error));
  }
}
