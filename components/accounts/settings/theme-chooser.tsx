"use client";

import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { type ThemeChoice, useTheme } from "@/context/theme";

const choices: readonly { value: ThemeChoice; label: string; help?: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System", help: "Follows your device settings." },
];

export function ThemeChooser() {
  const { choice, choose } = useTheme();
  const pick = (value: string) => {
    const chosen = choices.find((one) => one.value === value);
    if (chosen) choose(chosen.value);
  };
  return (
    <RadioGroup value={choice} onChange={pick} aria-label="Theme">
      {choices.map((one) => (
        <RadioItem key={one.value} {...one} />
      ))}
    </RadioGroup>
  );
}
