"use client";

import { useEffect } from "react";
import { Slide, ToastContainer, toast } from "react-toastify";
import { useTheme } from "@/context/theme";
import { toastAutoClose, toastLimit, toastPosition, toastWithAction } from "@/lib/constants/ui";
import { raiseToasts } from "@/lib/utils/browser/bottom-bar";
import { showToasts } from "@/lib/utils/toasts/toast";
import { ActionToast } from "./action-toast";

export function ToastBox({ nonce }: { nonce: string | undefined }) {
  const { theme } = useTheme();
  useEffect(
    () =>
      showToasts(({ kind, text, action }) => {
        raiseToasts();
        if (!action) return void toast[kind](text);
        toast[kind](({ closeToast }) => <ActionToast text={text} action={action} onClose={closeToast} />, {
          autoClose: toastWithAction,
        });
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
      aria-label="Alerts"
      nonce={nonce}
    />
  );
}
