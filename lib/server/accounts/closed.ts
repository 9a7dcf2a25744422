import { AppError } from "../http/errors";

/** Said only to who knows the password, or has the mailed link or the account elsewhere. */
export const closed = (): AppError =>
  new AppError("forbidden", "This account was closed by whoever runs this server. Ask them to open it again.");
