export const DOTS = "••••";

/** What a reader gets to see of a secret: nothing, or its last 4 characters from 12 up. */
export const maskSecret = (secret: string): string => (secret.length >= 12 ? `${DOTS}${secret.slice(-4)}` : DOTS);

/** Whether a form sent the mask of the stored secret back, which means: keep it. */
export const isMaskOf = (sent: string, secret: string): boolean => sent === maskSecret(secret);
