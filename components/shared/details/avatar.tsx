"use client";

import { useState } from "react";
import { staticPath } from "@/lib/constants/ui";
import { cn } from "@/lib/utils/cn";
import { hashText } from "@/lib/utils/hash-text";
import { initials } from "@/lib/utils/text/initials";

const tones = [
  "bg-accent-tint text-accent",
  "bg-success-tint text-success",
  "bg-warning-tint text-warning",
  "bg-danger-tint text-danger",
  "bg-info-tint text-info",
];

const sizes = { sm: "size-6", md: "size-8", default: "size-10", lg: "size-12" };

interface AvatarProps {
  name: string;
  /** Set for a person, whose avatar is round with initials. It determines the color, which thus survives a rename. */
  email?: string;
  /** File name of an uploaded icon. */
  filename?: string | null | undefined;
  size?: keyof typeof sizes;
}

/** An icon, or one generated from the email or the name. Decorative: the name is shown next to it. */
export function Avatar({ name, email, filename, size = "default" }: AvatarProps) {
  const hash = hashText((email ?? name).trim().toLowerCase());
  const [state, setState] = useState<{ filename?: string | null | undefined; loaded: boolean }>({ loaded: false });
  const loaded = state.loaded && state.filename === filename;
  return (
    <span
      aria-hidden
      className={cn(
        "relative inline-flex shrink-0 select-none overflow-hidden align-middle",
        sizes[size],
        email ? "rounded-full" : "rounded-control",
      )}
    >
      {filename && (
        // biome-ignore lint/performance/noImgElement: the file already has the right size
        <img
          src={`${staticPath}/${filename}`}
          alt=""
          className={cn("size-full object-cover", !loaded && "absolute opacity-0")}
          onLoad={() => setState({ filename, loaded: true })}
        />
      )}
      {!(filename && loaded) && (
        <span className={cn("flex size-full", tones[hash % tones.length])}>
          {email ? <Letters text={initials(name || email)} short={size === "sm"} /> : <Pattern hash={hash} />}
        </span>
      )}
    </span>
  );
}

function Letters({ text, short }: { text: string; short: boolean }) {
  const shown = short ? text.slice(0, 1) : text;
  return (
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

function Pattern({ hash }: { hash: number }) {
  return (
    <svg aria-hidden="true" viewBox="-1.5 -1.5 8 8" className="size-full" shapeRendering="crispEdges">
      {cells(hash).map(([x, y]) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="1" height="1" fill="currentColor" />
      ))}
    </svg>
  );
}
