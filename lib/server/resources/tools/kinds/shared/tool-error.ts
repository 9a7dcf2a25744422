import { AppError } from "../../../../platform/errors/errors";

/**
 * A tool cannot be configured or called. The message is for its author and the calling model; `field` is the path in the
 * definition, such as `server`, if any.
 */
export class ToolError extends AppError {
  readonly field: string | undefined;

  constructor(message: string, { field, cause }: { field?: string; cause?: unknown } = {}) {
    super("invalid", message, { cause, ...(field !== undefined && { issues: [{ path: field, message }] }) });
    this.name = "ToolError";
    this.field = field;
  }
}
