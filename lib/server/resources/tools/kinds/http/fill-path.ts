import { ToolError } from "../shared/tool-error";

/** `{name}`, but not `{{name}}`, which is a variable. */
export const placeholder = /(?<!\{)\{([^{}]+)\}(?!\})/g;

/** Whether a path segment would be resolved as `.` or `..`. */
const isDotSegment = (part: string): boolean => /^(\.|%2e){1,2}$/i.test(part);

/**
 * Fills a path's placeholders. No value can add, remove or traverse path segments. `fill` returns undefined for text that is
 * not a placeholder and remains unchanged.
 */
export function fillPath(path: string, fill: (name: string) => string | undefined): string {
  return path
    .split("/")
    .map((part) => {
      const names: string[] = [];
      const written = part.replace(placeholder, (whole, name: string) => {
        const value = fill(name);
        if (value === undefined) return encodeURIComponent(whole);
        if (value === "") throw new ToolError(`“${name}” can't be empty because it is part of the URL.`);
        names.push(name);
        return encodeURIComponent(value.toWellFormed());
      });
      if (names.length > 0 && isDotSegment(written))
        throw new ToolError(`“${names[0]}” can't be “.” or “..” because it is part of the URL.`);
      return written;
    })
    .join("/");
}
