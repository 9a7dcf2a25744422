/** Class names that several primitives share. */
export const controlBox =
  "w-full rounded-control border border-strong bg-surface text-body text-default placeholder:text-faint transition-colors " +
  "pointer-coarse:text-section focus-visible:-outline-offset-1 aria-invalid:border-danger " +
  "disabled:cursor-not-allowed disabled:opacity-60 [&[readonly]]:bg-sunken";

export const floatingBox = "z-50 rounded-card border bg-raised text-default shadow-float";

/** No closing animation: an element that is still closing would catch the click that reopens it. */
export const floatingMotion = "data-[state=open]:animate-rise-in data-[state=delayed-open]:animate-rise-in";

export const overlay =
  "fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out";

export const dialogOverlay = `${overlay} grid place-items-center overflow-y-auto p-4`;
export const dialogBox = `${floatingBox} ${floatingMotion} relative grid w-full grid-cols-1 gap-4 p-6`;

export const menuItem =
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-control px-2 py-1.5 text-body " +
  "data-[disabled]:not-data-[disabled=false]:pointer-events-none data-[disabled]:not-data-[disabled=false]:opacity-50 " +
  "[&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted";

export const menuLabel = "px-2 pt-2 pb-1 text-label font-medium text-faint";
