interface TwoLinesProps {
  first: string;
  /** What it belongs to. */
  second: string;
}

/** A name over that of what it belongs to. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <span className="grid min-w-0">
      <span dir="auto" className="truncate font-medium" title={first}>
        {first}
      </span>
      <span dir="auto" className="truncate font-normal text-label text-muted" title={second}>
        {second}
      </span>
    </span>
  );
}
