import type { Issue } from "@/lib/contract/base/error";
import { isObject } from "@/lib/utils/json/is-object";
import { AppError } from "../../../platform/errors/errors";
import { ToolError } from "../kinds/shared/tool-error";

/** Secret values by field name, such as `auth.token`. */
export function secretValues(definition: object, paths: readonly string[][]): Record<string, string> {
  const found = paths.flatMap((path) => {
    const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), definition);
    return typeof value === "string" ? [[path.join("."), value] as const] : [];
  });
  return Object.fromEntries(found);
}

const issuesOf = ({ field = "", message }: ToolError): Issue[] => [{ path: field, message }];

export const fieldIssues = {
  /** The work's result, or issues at its fields. */
  async of<T>(work: () => Promise<T>): Promise<T | Issue[]> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ToolError) return issuesOf(error);
      throw error;
    }
  },
  /** The same, but throws 400 at the definition's fields. */
  async none<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const issues = issuesOf(error).map(({ path, message }) => ({
        message,
        path: path ? `definition.${path}` : "definition",
      }));
      throw new AppError("invalid", error.message, { issues });
    }
  },
};
