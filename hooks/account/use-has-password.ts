"use client";

import { security } from "@/lib/contract/security/calls";
import { useEndpoint } from "../api/use-endpoint";

/** Whether the account has a password; true until known. */
export const useHasPassword = (): boolean => useEndpoint(security.get).data?.hasPassword ?? true;
