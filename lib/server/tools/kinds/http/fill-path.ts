import { ToolError } from "../tool-error";

/** `{name}`, but not `{{name}}`, which stands for a variable. */
export const placeholder = /(?<!\{)\{([^{}]+)\}(?!\})/g;

/** What some part between two slashes would be taken for a step up or for nothing. */
const isStep = (part: string): boolean => /^(\.|%2e){1,2}$/i.test(part);

/**
 * Puts values into the placeholders of a path. Each stays within its place: no value adds a part, removes one or leads
 * elsewhere. `filled` answers undefined for what is no placeholder and stays as it is written.
 */
export function fillPath(path: string, filled: (name: string) => string | undefined): string {
  return path
    .split("/")
    .map((part) => {
      const names: string[] = [];
      const written = part.replace(placeholder, (whole, name: string) => {
        const value = filled(name);
        if (value === undefined) return encodeURIComponent(whole);
        if (value === "") throw new ToolError(`"${name}" may not be empty: it is a part of the address.`);
        names.push(name);
        return encodeURIComponent(value.toWellFormed());
      });
      if (names.length > 0 && isStep(written))
        throw new ToolError(`"${names[0]}" may not be "." or "..": it is a part of the address.`);
      return written;
    })
    .join("/");
}
