"use client";

import { Slide, ToastContainer } from "react-toastify";
import { useTheme } from "@/context/theme";
import { toastAutoClose, toastLimit, toastPosition } from "@/lib/constants/ui";

export function Toasts({ nonce }: { nonce: string | undefined }) {
  const { theme } = useTheme();
  return (
    <ToastContainer
      position={toastPosition}
      autoClose={toastAutoClose}
      limit={toastLimit}
      newestOnTop
      pauseOnHover
      transition={Slide}
      theme={theme}
      aria-label="Messages"
      nonce={nonce}
    />
  );
}
