import type { TransferFile } from "@/lib/contract/transfers/file";
import type { ReportEntry } from "@/lib/contract/transfers/schemas";

/** A text file of a project for another system. */
export interface ExportedFile {
  /** Relative, with `/`; each step is a safe file name. */
  path: string;
  text: string;
}

/** A project for another system, and what became of each part of the app's file. */
interface ForeignExport {
  files: ExportedFile[];
  report: ReportEntry[];
}

/** Writes an app's file for another system. Pure: the same file gives the same texts. */
export type ExportWriter = (file: TransferFile) => ForeignExport;
