import type { BodyIn, ResponseBody } from "@/lib/contract/base/endpoint";
import type { webhooks } from "@/lib/contract/webhooks/calls";

export type Webhook = ResponseBody<typeof webhooks.get>["webhook"];

export interface WebhookValues {
  isMapped: boolean;
  message: string;
  /** Pointers by variable; empty: not mapped. */
  variables: Record<string, string>;
  mode: "async" | "sync";
  syncSeconds: number | null;
  callbackUrl: string;
}

/** The values of a form, with a field for each variable that the app asks for. */
export function toValues({ mapping, variables, mode, syncSeconds, callbackUrl }: Webhook): WebhookValues {
  const empty = Object.fromEntries(variables.map((name) => [name, ""]));
  return {
    isMapped: mapping !== null,
    message: mapping?.message ?? "",
    variables: { ...empty, ...mapping?.variables },
    mode,
    syncSeconds,
    callbackUrl: callbackUrl ?? "",
  };
}

export function toBody(values: WebhookValues): BodyIn<typeof webhooks.edit> {
  const { isMapped, message, variables, mode, syncSeconds, callbackUrl } = values;
  const mapped = Object.entries(variables).filter(([, pointer]) => pointer !== "");
  return {
    mapping: isMapped ? { message: message || null, variables: Object.fromEntries(mapped) } : null,
    mode,
    ...(syncSeconds !== null && { syncSeconds }),
    callbackUrl: callbackUrl.trim() || null,
  };
}
