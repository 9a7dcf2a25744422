import { AvatarFallback, AvatarFrame, AvatarImage } from "@/components/ui/avatar";
import { staticPath } from "@/lib/constants/ui";
import { cn } from "@/lib/utils/cn";

const tones = [
  "bg-accent-tint text-accent",
  "bg-success-tint text-success",
  "bg-warning-tint text-warning",
  "bg-info-tint text-info",
  "bg-danger-tint text-danger",
];

function toneOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return tones[sum % tones.length] ?? "";
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");

interface EntityAvatarProps {
  name: string;
  /** Of an uploaded icon; without one the avatar is made from the name. */
  filename?: string | null;
  className?: string;
}

export function EntityAvatar({ name, filename, className }: EntityAvatarProps) {
  return (
    <AvatarFrame size="md" className={cn("rounded-control", className)}>
      {filename && <AvatarImage src={`${staticPath}/${filename}`} alt="" />}
      <AvatarFallback asChild>
        <span aria-hidden className={cn("grid size-full place-items-center font-semibold text-label", toneOf(name))}>
          {initials(name)}
        </span>
      </AvatarFallback>
    </AvatarFrame>
  );
}
