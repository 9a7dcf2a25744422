"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

type SecretInputProps = Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange"> & {
  value: string;
  onChange(value: string): void;
};

/** A password, key or token with a button that reveals it. A stored one is a mask, which keeps it if unchanged. */
export function SecretInput({ value, onChange, ...props }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="flex gap-2">
      <Input
        {...props}
        type={shown ? "text" : "password"}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <Button variant="outline" size="icon" aria-label={shown ? "Hide" : "Show"} onClick={() => setShown(!shown)}>
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}
