type Lance = typeof import("@lancedb/lancedb");

/** Told by its name: Next's two bundles would each know a class of their own. */
export const noPackage = "NoLancePackageError";

/** Loaded when first used: it is a native package of 200 MB, and not every platform has one. */
export async function loadLance(): Promise<Lance> {
  try {
    return await import("@lancedb/lancedb");
  } catch (cause) {
    const error = new Error("The package @lancedb/lancedb cannot be loaded.", { cause });
    error.name = noPackage;
    throw error;
  }
}
