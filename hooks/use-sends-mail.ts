"use client";

import { useEndpoint } from "@/hooks/use-endpoint";
import { registration } from "@/lib/contract/calls/registration";

/** Whether the server's mails reach people; undefined until that is known. */
export const useSendsMail = (): boolean | undefined => useEndpoint(registration.get, { navigate: false }).data?.mail;
