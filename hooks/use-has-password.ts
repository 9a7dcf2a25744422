"use client";

import { security } from "@/lib/contract/calls/security";
import { useEndpoint } from "./use-endpoint";

/** Whether the account signs in with a password; true until that is known. */
export const useHasPassword = (): boolean => useEndpoint(security.get).data?.hasPassword ?? true;
