import {
  closeSnackbar,
  type CustomContentProps,
  enqueueSnackbar,
  SnackbarProvider,
} from "notistack";
import { type FocusEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { ToastCard } from "./toast-card.tsx";
import styles from "./toaster.module.css";
import { toastRoot } from "./toast-root.ts";
import type { Toast } from "./toasts.ts";

declare module "notistack" {
  interface VariantOverrides {
    toast: { toast: Toast };
  }
}

/** In milliseconds. Failures and toasts with an action stay longer. */
const visibleFor = { success: 6_000, failure: 12_000, action: 10_000 };

interface SnackbarToastProps extends CustomContentProps {
  toast: Toast;
  ref?: Ref<HTMLDivElement>;
}

function SnackbarToast({ id, toast, ref }: SnackbarToastProps) {
  const dismiss = () => closeSnackbar(id);
  const hold = useHeldToast(visibleFor[toast.actions.length > 0 ? "action" : toast.kind], dismiss);
  return <ToastCard {...toast} ref={ref} onDismiss={dismiss} hold={hold} />;
}

const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

export function Toaster({ toast }: { toast: Toast }) {
  useEffect(() => {
    enqueueSnackbar("", {
      key: toast.id,
      variant: "toast",
      toast,
      // The toast closes itself, because notistack does not wait while the focus is in it.
      autoHideDuration: null,
    });
  }, [toast]);

  return (
    <SnackbarProvider
      maxSnack={1}
      domRoot={toastRoot}
      Components={{ toast: SnackbarToast }}
      classes={{ containerRoot: styles.container }}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transitionDuration={isStill.matches ? 0 : { enter: 160, exit: 120 }}
    />
  );
}

/** While the pointer or the focus is in a toast, it stays; afterwards, it is shown for half of its time. */
function useHeldToast(time: number, onHide: () => void) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isAway, setAway] = useState(false);
  const duration = useRef(time);
  const isHeld = isHovered || isFocused || isAway;

  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (isHeld) {
      duration.current = time / 2;
      return undefined;
    }
    const timer = setTimeout(() => hide(), duration.current);
    return () => clearTimeout(timer);
  }, [isHeld, time]);

  useEffect(() => {
    const leave = () => setAway(true);
    const comeBack = () => setAway(false);
    window.addEventListener("blur", leave);
    window.addEventListener("focus", comeBack);
    return () => {
      window.removeEventListener("blur", leave);
      window.removeEventListener("focus", comeBack);
    };
  }, []);

  return {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  };
}
