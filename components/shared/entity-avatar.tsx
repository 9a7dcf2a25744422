import type { AvatarSize } from "@/components/ui/avatar";
import { staticPath } from "@/lib/constants/ui";
import { PatternAvatar } from "./avatar";

interface EntityAvatarProps {
  name: string;
  /** Of an uploaded icon; without one the avatar is made from the name. */
  filename?: string | null | undefined;
  size?: AvatarSize;
  className?: string;
}

export function EntityAvatar({ name, filename, size = "md", className }: EntityAvatarProps) {
  return (
    <PatternAvatar
      seed={name}
      name={name}
      src={filename && `${staticPath}/${filename}`}
      size={size}
      className={className}
    />
  );
}
