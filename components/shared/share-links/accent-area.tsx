import type { CSSProperties, ReactNode } from "react";
import { toAccentVariants } from "@/lib/utils/color/accent";

interface AccentAreaProps {
  /** `#rrggbb`; without it, Muster's color. */
  accent: string | null | undefined;
  children: ReactNode;
}

/** The variables that the class `own-accent` reads. */
function toStyle(color: string): CSSProperties {
  const variables = (["light", "dark"] as const).flatMap((theme) =>
    Object.entries(toAccentVariants(color, theme)).map(([name, value]) => [`--${theme}-${name}`, value]),
  );
  return Object.fromEntries(variables) as CSSProperties;
}

/** Shows its content in an accent color, in shades that are legible in both themes. */
export const AccentArea = ({ accent, children }: AccentAreaProps) =>
  accent ? (
    <div className="own-accent contents" style={toStyle(accent)}>
      {children}
    </div>
  ) : (
    <div className="contents">{children}</div>
  );
