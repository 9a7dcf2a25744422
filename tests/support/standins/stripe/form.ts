export type Field = string | Field[] | { [name: string]: Field };
export type Form = { [name: string]: Field };

/** Reads `items[0][price]=…&metadata[a]=…&expand[]=…` as Stripe does. */
export function readForm(text: string): Form {
  const root: Form = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [...key.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part);
    put(root, path, value);
  }
  return unnumbered(root) as Form;
}

function put(at: Form, [name = "", ...rest]: string[], value: string): void {
  const key = name === "[]" ? String(Object.keys(at).length) : name;
  if (rest.length === 0) {
    at[key] = value;
    return;
  }
  const below = at[key];
  const next = typeof below === "object" && !Array.isArray(below) ? below : {};
  at[key] = next;
  put(next, rest, value);
}

/** Objects whose keys are all numbers are lists. */
function unnumbered(field: Field): Field {
  if (typeof field !== "object") return field;
  const entries = Object.entries(field).map(([key, value]) => [key, unnumbered(value)] as const);
  const numbered = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return numbered ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

export const textOf = (field: Field | undefined): string | undefined => (typeof field === "string" ? field : undefined);

export const listOf = (field: Field | undefined): Form[] =>
  Array.isArray(field) ? field.filter((one): one is Form => typeof one === "object" && !Array.isArray(one)) : [];

export const textsOf = (field: Field | undefined): string[] =>
  Array.isArray(field) ? field.filter((one) => typeof one === "string") : [];

export const formOf = (field: Field | undefined): Form =>
  typeof field === "object" && !Array.isArray(field) ? field : {};

export const isOn = (field: Field | undefined): boolean => field === "true";
