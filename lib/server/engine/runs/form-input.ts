import { hasOptions } from "@/lib/constants/tasks";
import type { Issue } from "@/lib/contract/base/error";
import type { FormField, FormInput } from "@/lib/contract/tasks/form-fields";
import { AppError } from "../../platform/errors/errors";

type Value = FormInput[string];

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** As text for a variable. */
export function toText(value: Value | undefined): string {
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined ? "" : String(value);
}

function findProblem({ type, options = [], required }: FormField, value: Value | undefined): string | undefined {
  if (isEmpty(value)) return required ? "This field is required." : undefined;
  if (hasOptions(type) && options.length > 0) {
    const isMultiple = type === "multiselect" || type === "checkbox";
    const chosen = isMultiple && Array.isArray(value) ? value : [value];
    if (!isMultiple && Array.isArray(value)) return "Choose one option.";
    return chosen.every((one) => typeof one === "string" && options.includes(one))
      ? undefined
      : "Choose from the list.";
  }
  if (type === "checkbox") {
    if (typeof value !== "boolean") return "Choose yes or no.";
    return required && !value ? "Check this box to continue." : undefined;
  }
  if (type === "number")
    return Number.isFinite(typeof value === "string" ? Number(value) : value) ? undefined : "Enter a number.";
  if (typeof value !== "string") return "Enter text.";
  return type === "date" && !isDate(value) ? "Enter a date such as 2026-01-31." : undefined;
}

const isDate = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Validates a form's values; unknown fields are dropped. Throws 400 with an issue at each field. */
export function validateInput(fields: readonly FormField[], input: FormInput = {}): FormInput {
  const issues = fields.flatMap((field): Issue[] => {
    const message = findProblem(field, Object.hasOwn(input, field.name) ? input[field.name] : undefined);
    return message ? [{ path: `input.${field.name}`, message }] : [];
  });
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  return Object.fromEntries(
    fields
      .filter(({ name }) => Object.hasOwn(input, name))
      .map(({ name, type }) => {
        const value = input[name] ?? null;
        return [name, type === "number" && typeof value === "string" ? (isEmpty(value) ? null : Number(value)) : value];
      }),
  );
}
