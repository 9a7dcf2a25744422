type Lance = typeof import("@lancedb/lancedb");

/** Identified by name: Next's two bundles have separate classes. */
export const missingPackageError = "NoLancePackageError";

/** Loaded on first use: a native package of 200 MB that does not support every platform. */
export async function loadLance(): Promise<Lance> {
  try {
    return await import("@lancedb/lancedb");
  } catch (cause) {
    const error = new Error("The @lancedb/lancedb package can't be loaded.", { cause });
    error.name = missingPackageError;
    throw error;
  }
}
