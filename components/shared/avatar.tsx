import { AvatarFallback, AvatarFrame, AvatarImage, type AvatarSize } from "@/components/ui/avatar";
import { cn } from "@/lib/utils/cn";
import { hashText } from "@/lib/utils/hash-text";
import { initials } from "@/lib/utils/initials";

const tones = [
  "bg-accent-tint text-accent",
  "bg-success-tint text-success",
  "bg-warning-tint text-warning",
  "bg-danger-tint text-danger",
  "bg-info-tint text-info",
];
const toneOf = (hash: number): string => tones[hash % tones.length] ?? "";

interface AvatarProps {
  /** What stays when the name changes: the e-mail address of a person. */
  seed: string;
  name: string;
  size?: AvatarSize;
  className?: string;
}

/** A person: initials on a colour that follows from the seed. Decoration, the name stands beside it. */
export function Avatar({ seed, name, size = "default", className }: AvatarProps) {
  const letters = initials(name || seed);
  const shown = size === "xs" || size === "sm" ? letters.slice(0, 1) : letters;
  return (
    <AvatarFrame aria-hidden size={size} className={cn("rounded-full", className)}>
      <AvatarFallback className={cn("flex size-full", toneOf(hashText(seed.trim().toLowerCase())))}>
        <svg aria-hidden="true" viewBox="0 0 40 40" className="size-full font-medium">
          <text
            x="20"
            y="20"
            textAnchor="middle"
            dominantBaseline="central"
            fontSize={shown.length > 1 ? 15 : 18}
            fill="currentColor"
          >
            {shown}
          </text>
        </svg>
      </AvatarFallback>
    </AvatarFrame>
  );
}

/** Cells of a five by five grid, mirrored at its middle column: x, y. */
function cells(hash: number): [number, number][] {
  const found: [number, number][] = [];
  for (let bit = 0; bit < 15; bit++) {
    if (((hash >>> (bit + 8)) & 1) === 0) continue;
    const [x, y] = [Math.floor(bit / 5), bit % 5];
    found.push([x, y]);
    if (x < 2) found.push([4 - x, y]);
  }
  return found;
}

interface PatternAvatarProps extends AvatarProps {
  /** An image to show instead. */
  src?: string | null | undefined;
}

/** A thing: its icon, or a pattern that follows from the seed. Decoration, the name stands beside it. */
export function PatternAvatar({ seed, name, src, size = "default", className }: PatternAvatarProps) {
  const hash = hashText(seed);
  return (
    <AvatarFrame aria-hidden size={size} className={cn("rounded-control", className)}>
      {src && <AvatarImage src={src} alt={name} />}
      <AvatarFallback className={cn("flex size-full", toneOf(hash))}>
        <svg aria-hidden="true" viewBox="-1.5 -1.5 8 8" className="size-full" shapeRendering="crispEdges">
          {cells(hash).map(([x, y]) => (
            <rect key={`${x}-${y}`} x={x} y={y} width="1" height="1" fill="currentColor" />
          ))}
        </svg>
      </AvatarFallback>
    </AvatarFrame>
  );
}
