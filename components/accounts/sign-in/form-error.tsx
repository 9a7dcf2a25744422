/** An error of the whole form. The element is always rendered, so that screen readers announce it when it fills. */
export function FormError({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="rounded-control border border-danger-border bg-danger-tint px-3 py-2 text-danger">{text}</p>
      )}
    </div>
  );
}
