const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** A size as people read it: `5 MB`, `1.5 GB`, `1 byte`. Powers of 1,024, one decimal at most. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.round(value * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return bytes === 1 ? "1 byte" : `${Math.round(value * 10) / 10} ${UNITS[unit]}`;
}
