import { encode } from "uqr";

/** The quiet zone around the code, in modules. */
const quietZone = 4;

/** A QR code, dark on light in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: quietZone });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full rounded-control border bg-code-ground"
    >
      <path d={path} className="fill-code-ink" />
    </svg>
  );
}
