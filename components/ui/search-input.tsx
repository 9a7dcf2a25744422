import { Search } from "lucide-react";
import { Input } from "./input";

interface SearchInputProps {
  label: string;
  value: string;
  onChange(text: string): void;
}

/** A box that searches what is shown below it. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" />
      <Input
        type="search"
        aria-label={label}
        placeholder="Search"
        className="pl-8"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
