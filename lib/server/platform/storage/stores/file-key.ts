const pattern = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*(?:\.[a-z0-9]{1,10})?$/i;
const maxLength = 200;

/** The folders of the file store. */
export const fileFolders = ["documents", "sessions", "events", "icons"] as const;
export type FileFolder = (typeof fileFolders)[number];

const generated = new RegExp(`^(?:${fileFolders.join("|")})/[0-9a-f]{32}(?:\\.[a-z0-9]{1,10})?$`);

/** Whether `newFileKey` can have created a key. */
export const isGeneratedKey = (key: string): boolean => generated.test(key);

export const isValidKey = (key: string): boolean => pattern.test(key) && key.length <= maxLength;

/** Returns the key, or throws: keys must not lead out of the store. */
export function requireValidKey(key: string): string {
  if (!isValidKey(key)) throw new Error("This is not a valid key of a stored file.");
  return key;
}
