import type { ExportFormat } from "@/lib/constants/export-formats";
import type { Viewer } from "../../access/visibility/visible";
import type { Db } from "../../platform/db/client";
import { exportApp, exportFile } from "./export";
import { writeZip } from "./export-to/write-zip";
import { exportWriters, type ForeignFormat } from "./export-to/writers";
import { describeOwn } from "./file/read-file";

interface Download {
  filename: string;
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
}

const suffixes: Record<ForeignFormat, string> = { crewai: "CrewAI", "openai-agents": "OpenAI Agents SDK" };

/** Exports an app in a format. Throws 404 if it is not visible to the viewer, and 409 if it could not be imported. */
export async function writeExport(db: Db, viewer: Viewer, appId: string, format: ExportFormat): Promise<Download> {
  if (format === "muster") {
    const { name, text } = await exportApp(db, viewer, appId);
    return { filename: `${name}.yaml`, type: "application/yaml; charset=utf-8", body: text };
  }
  const file = await exportFile(db, viewer, appId);
  const { files } = exportWriters[format](file);
  const body = await writeZip(files, new Date());
  return { filename: `${file.app.name} (${suffixes[format]}).zip`, type: "application/zip", body };
}

/** What an export in a format contains, under the same conditions. */
export async function describeExport(db: Db, viewer: Viewer, appId: string, format: ExportFormat) {
  const file = await exportFile(db, viewer, appId);
  if (format !== "muster") {
    const { files, report } = exportWriters[format](file);
    return { report, files: files.map(({ path }) => path) };
  }
  return { report: describeOwn(file).report, files: [`${file.app.name}.yaml`] };
}
