/** A failure that belongs to the whole form. The place is always there, so that it is announced when it fills. */
export function FormError({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="rounded-control border border-danger-border bg-danger-tint px-3 py-2 text-danger">{text}</p>
      )}
    </div>
  );
}
