"use client";

import { useEffect } from "react";
import { Slide, ToastContainer, toast } from "react-toastify";
import { useTheme } from "@/context/theme";
import { toastAutoClose, toastLimit, toastPosition } from "@/lib/constants/ui";
import { raiseToasts } from "@/lib/utils/browser/bottom-bar";
import { showToasts } from "@/lib/utils/toasts/toast";

export function ToastBox({ nonce }: { nonce: string | undefined }) {
  const { theme } = useTheme();
  useEffect(
    () =>
      showToasts(({ kind, text }) => {
        raiseToasts();
        toast[kind](text);
      }),
    [],
  );
  return (
    <ToastContainer
      position={toastPosition}
      autoClose={toastAutoClose}
      limit={toastLimit}
      newestOnTop
      pauseOnHover
      transition={Slide}
      theme={theme}
      aria-label="Notices"
      nonce={nonce}
    />
  );
}
