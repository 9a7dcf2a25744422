import { CutText } from "@/components/ui/cut-text";

interface TwoLinesProps {
  first: string;
  /** The name of its owner. */
  second: string;
}

/** A name with its owner's name below it. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <span className="grid min-w-0">
      <CutText text={first} className="font-medium" />
      <CutText text={second} className="font-normal text-label text-muted" />
    </span>
  );
}
