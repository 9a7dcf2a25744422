import type { Issue } from "@/lib/contract/base/error";
import { isObject } from "@/lib/utils/json/is-object";
import { AppError } from "../../../platform/errors/errors";
import { ToolError } from "../kinds/shared/tool-error";

/** Secret values by field name, such as `auth.token`. */
export function pickSecretValues(definition: object, paths: readonly string[][]): Record<string, string> {
  const found = paths.flatMap((path) => {
    const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), definition);
    return typeof value === "string" ? [[path.join("."), value] as const] : [];
  });
  return Object.fromEntries(found);
}

const toIssues = ({ field = "", message }: ToolError): Issue[] => [{ path: field, message }];

export const fieldIssues = {
  /** Returns the work's result, or the issues of a `ToolError`. */
  async collect<T>(work: () => Promise<T>): Promise<T | Issue[]> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ToolError) return toIssues(error);
      throw error;
    }
  },
  /** Returns the work's result. Throws a `ToolError` as 400 at the definition's field. */
  async require<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const issues = toIssues(error).map(({ path, message }) => ({
        message,
        path: path ? `definition.${path}` : "definition",
      }));
      throw new AppError("invalid", error.message, { issues });
    }
  },
};
