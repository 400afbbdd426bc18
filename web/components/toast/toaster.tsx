import {
  SnackbarProvider,
  closeSnackbar,
  enqueueSnackbar,
  type CustomContentProps,
} from "notistack";
import { useEffect, type Ref } from "react";
import { ToastCard } from "./toast-card.tsx";
import styles from "./toaster.module.css";
import { toastRoot } from "./toast-root.ts";
import type { Toast } from "./toasts.ts";
import { useHeldToast } from "./use-held-toast.ts";

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
