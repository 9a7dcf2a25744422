"use client";

import { useEndpoint } from "@/hooks/api/use-endpoint";
import { registration } from "@/lib/contract/registration/calls";

/** Whether the server sends mail; undefined until known. */
export const useSendsMail = (): boolean | undefined => useEndpoint(registration.get, { navigate: false }).data?.mail;
