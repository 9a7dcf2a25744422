/** Whether a text may be an app's own file; its content decides. */
export const mayBeOwn = (text: string): boolean => /(?:^|[\s{,])["']?muster["']?\s{0,20}:/.test(text);
