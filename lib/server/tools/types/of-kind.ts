import type { Issue } from "@/lib/contract/error";
import { isObject } from "@/lib/utils/is-object";
import { AppError } from "../../http/errors";
import { ToolError } from "../kinds/tool-error";

/** The values of secret fields by their names, such as `auth.token`. */
export function secretValues(definition: object, paths: readonly string[][]): Record<string, string> {
  const found = paths.flatMap((path) => {
    const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), definition);
    return typeof value === "string" ? [[path.join("."), value] as const] : [];
  });
  return Object.fromEntries(found);
}

const issuesOf = ({ field = "", message }: ToolError): Issue[] => [{ path: field, message }];

export const fieldIssues = {
  /** What the work answers, or the issues at the fields that it names. */
  async of<T>(work: () => Promise<T>): Promise<T | Issue[]> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ToolError) return issuesOf(error);
      throw error;
    }
  },
  /** The same, as 400 at the fields of the definition. */
  async none<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const issues = issuesOf(error).map(({ path, message }) => ({
        ...{ message, path: path ? `definition.${path}` : "definition" },
      }));
      throw new AppError("invalid", error.message, { issues });
    }
  },
};
