"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

/** The password rules that the server checks. */
export const passwordHelp = "At least 10 characters. Common passwords and your email address aren't allowed.";

/** A password field that can be revealed, and that warns when Caps Lock is on. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1">
      <div className="relative">
        <Input
          {...props}
          type={shown ? "text" : "password"}
          className="pr-10"
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={watch}
          onKeyUp={watch}
        />
        <Button
          variant="ghost"
          size="icon"
          className="absolute top-0 right-0"
          aria-label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      </div>
      <p role="status" className="text-label text-warning empty:hidden">
        {caps ? "Caps Lock is on." : ""}
      </p>
    </div>
  );
}
