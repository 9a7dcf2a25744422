"use client";

import { useEffect } from "react";
import type { DatasourceForm, DatasourceValues } from "../setup/form";
import { placeNow, readLeft, writeLeft } from "./handover";

const pageOf = (place: string): string => place.split("#", 1)[0] ?? "";

/** Puts back what was typed before this page was left for a service's, with what that has granted. */
export function useReturned(form: DatasourceForm): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const left = readLeft();
    if (!left?.grant || pageOf(left.back) !== pageOf(placeNow())) return;
    writeLeft(null);
    const { config = {}, ...values } = left.values;
    const authentication = { type: "oauth", refreshToken: left.grant };
    const all: DatasourceValues = { ...values, config: { ...config, authentication } };
    // Over what it was opened with, so that it counts as changed.
    form.reset(all, { keepDefaultValues: true });
  }, []);
}
