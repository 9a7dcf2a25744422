"use client";

import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/lib/utils/cn";
import { DisabledTooltip } from "./disabled-tooltip";
import { useReadOnly } from "./read-only";
import { Spinner } from "./spinner";

const buttonStyles = cva(
  "relative inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium text-body transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "bg-accent text-accent-contrast enabled:hover:bg-accent/90 [a]:hover:bg-accent/90",
        destructive: "bg-danger text-accent-contrast enabled:hover:bg-danger/90 [a]:hover:bg-danger/90",
        outline: "border bg-surface text-default enabled:hover:bg-hover [a]:hover:bg-hover",
        secondary: "bg-hover text-default enabled:hover:bg-default/10 [a]:hover:bg-default/10",
        ghost: "text-default enabled:hover:bg-hover [a]:hover:bg-hover",
        link: "text-accent underline-offset-4 hover:underline",
      },
      size: {
        default: "h-9 px-4",
        sm: "h-8 gap-1.5 px-3 text-secondary",
        lg: "h-10 px-6",
        icon: "size-9",
      },
    },
    compoundVariants: [{ variant: "link", class: "h-auto px-0" }],
    defaultVariants: { variant: "default", size: "default" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonStyles> {
  /** Renders the child with the button's styles, a link for example. */
  asChild?: boolean;
  /** Shows a spinner and ignores clicks; keeps its width and the focus. */
  loading?: boolean;
  /** It writes something, as submit buttons do. Disabled with a tooltip on read-only pages. */
  changes?: boolean;
}

/** A `type="button"` unless told otherwise. An icon button needs an `aria-label`. */
export function Button({ changes = false, ...props }: ButtonProps) {
  const readOnly = useReadOnly();
  const changing = changes || props.type === "submit";
  // A disabled button already says why.
  if (!readOnly || !changing || props["aria-disabled"]) return <PlainButton {...props} />;
  return (
    <DisabledTooltip>
      <PlainButton {...props} />
    </DisabledTooltip>
  );
}

function PlainButton({
  variant,
  size,
  className,
  asChild,
  loading = false,
  type = "button",
  onClick,
  children,
  ...props
}: Omit<ButtonProps, "changes">) {
  const classes = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot className={classes} onClick={onClick} {...props}>
        {children}
      </Slot>
    );
  }
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={classes}
      onClick={click}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      {...props}
    >
      {loading && <Spinner className="absolute" />}
      {loading ? <span className="inline-flex items-center gap-2 opacity-0">{children}</span> : children}
    </button>
  );
}
