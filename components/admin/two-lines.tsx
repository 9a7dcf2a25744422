interface TwoLinesProps {
  first: string;
  /** The name of its owner. */
  second: string;
}

/** A name with its owner's name below it. */
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
