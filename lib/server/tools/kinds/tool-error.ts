import { AppError } from "../../http/errors";

/**
 * A tool cannot be set up or called. Its sentence is for the person who set it up and for the model that called it;
 * `field` is the place in the definition, such as `server`, where there is one.
 */
export class ToolError extends AppError {
  readonly field: string | undefined;

  constructor(message: string, { field, cause }: { field?: string; cause?: unknown } = {}) {
    super("invalid", message, { cause, ...(field !== undefined && { issues: [{ path: field, message }] }) });
    this.name = "ToolError";
    this.field = field;
  }
}
