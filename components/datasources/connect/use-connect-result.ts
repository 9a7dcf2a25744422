"use client";

import { useEffect } from "react";
import type { DatasourceForm, DatasourceValues } from "../setup/form";
import { currentAddress, readHandover, writeHandover } from "./handover";

const withoutHash = (address: string): string => address.split("#", 1)[0] ?? "";

/** Restores the form after signing in at a service in this tab, with the new grant. */
export function useConnectResult(form: DatasourceForm): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const handover = readHandover();
    if (!handover?.grant || withoutHash(handover.back) !== withoutHash(currentAddress())) return;
    writeHandover(null);
    const { config = {}, ...values } = handover.values;
    const authentication = { type: "oauth", refreshToken: handover.grant };
    const all: DatasourceValues = { ...values, config: { ...config, authentication } };
    // Keeps the default values, so that the form counts as dirty.
    form.reset(all, { keepDefaultValues: true });
  }, []);
}
