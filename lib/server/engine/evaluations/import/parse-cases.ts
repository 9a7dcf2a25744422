import type { CaseForm } from "@/lib/contract/testsets/cases";
import { AppError } from "../../../platform/errors/errors";

export async function parseCases(
  _teamId: string,
  _filename: string,
  _text: string,
  _signal: AbortSignal,
): Promise<{ cases: CaseForm[]; notes: string[] }> {
  throw new AppError("unsupported", "TEMPORARY");
}
