import { AppError } from "../../platform/errors/errors";

/** Returned only to callers with the password, the mailed link or a linked account. */
export const createClosedAccountError = (): AppError =>
  new AppError("forbidden", "This account was closed by the server administrator. Ask them to reopen it.");
