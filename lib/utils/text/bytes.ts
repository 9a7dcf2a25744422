const units = ["bytes", "KB", "MB", "GB", "TB"];

/** Formats a size: `5 MB`, `1.5 GB`, `1 byte`. Powers of 1,024, at most one decimal. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.round(value * 10) / 10 >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return bytes === 1 ? "1 byte" : `${Math.round(value * 10) / 10} ${units[unit]}`;
}
