import type { ErrorCode } from "@/lib/contract/base/error";
import { AppError } from "../../../../platform/errors/errors";

type ScimType = "invalidFilter" | "invalidPath" | "invalidValue" | "mutability" | "noTarget" | "uniqueness";

/** An error with one of SCIM's types. */
export const createScimError = (code: ErrorCode, scimType: ScimType, message: string): AppError =>
  new AppError(code, message, { data: { scimType } });

export const createTakenError = (what: string): AppError =>
  createScimError("conflict", "uniqueness", `Another resource of this organization has this ${what}.`);
