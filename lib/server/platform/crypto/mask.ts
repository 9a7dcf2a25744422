export const DOTS = "••••";

/** The visible part of a secret: nothing, or the last 4 characters of secrets with 12 or more. */
export const maskSecret = (secret: string): string => (secret.length >= 12 ? `${DOTS}${secret.slice(-4)}` : DOTS);

/** Whether a form returned the mask of the stored secret, which keeps the secret. */
export const isMaskOf = (sent: string, secret: string): boolean => sent === maskSecret(secret);
