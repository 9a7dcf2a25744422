import type { ComboboxOption } from "@/components/ui/combobox-list";

let zones: ComboboxOption[] | undefined;

/** Returns the time zones that the browser knows, UTC first, and the stored one. */
export function findTimeZones(stored: string): ComboboxOption[] {
  zones ??= [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map(toOption);
  return zones.some(({ value }) => value === stored) ? zones : [toOption(stored), ...zones];
}

const toOption = (value: string): ComboboxOption => ({ value, label: value.replaceAll("_", " ") });
