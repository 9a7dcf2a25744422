"use client";

import { useEffect } from "react";
import type { DatasourceForm, DatasourceValues } from "../setup/form";
import { currentAddress, readHandover, writeHandover } from "./handover";

const pageOf = (place: string): string => place.split("#", 1)[0] ?? "";

/** Restores the form after signing in at a service in this tab, with the new grant. */
export function useConnectResult(form: DatasourceForm): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const left = readHandover();
    if (!left?.grant || pageOf(left.back) !== pageOf(currentAddress())) return;
    writeHandover(null);
    const { config = {}, ...values } = left.values;
    const authentication = { type: "oauth", refreshToken: left.grant };
    const all: DatasourceValues = { ...values, config: { ...config, authentication } };
    // Keeps the default values, so that the form counts as dirty.
    form.reset(all, { keepDefaultValues: true });
  }, []);
}
