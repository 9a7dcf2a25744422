/** Bytes of an event, and keys of its JSON. */
export const eventMaxBytes = 1024 * 1024;
export const eventMaxKeys = 20_000;

/** How old a signed timestamp may be, or how far in the future, in seconds. */
export const signatureSeconds = 300;

/** How long an event's id returns the same run. */
export const rememberedHours = 24;

/** How long deliveries are listed, and their payloads kept. */
export const deliveryDays = 30;
export const payloadDays = 7;

/** Events of one publication that wait for room. */
export const maxQueuedDeliveries = 1_000;

/** `async` returns when the event is stored; `sync` when the run has ended, up to a limit. */
export const webhookModes = ["async", "sync"] as const;
export type WebhookMode = (typeof webhookModes)[number];
export const defaultSyncSeconds = 30;
export const maxSyncSeconds = 60;

/** `invalid`: it does not fit the app's form. `failed`: the app could not be started. */
export const deliveryStatuses = ["queued", "started", "invalid", "failed"] as const;

export const callbackStatuses = ["pending", "delivered", "failed"] as const;
/** How long a callback is retried. */
export const callbackHours = 24;

/** Characters of a JSON pointer, and variables of a mapping. */
export const pointerMax = 500;
export const maxMappedVariables = 100;
