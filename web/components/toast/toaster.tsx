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

declare module "notistack" {
  interface VariantOverrides {
    toast: { toast: Toast };
  }
}

/** In milliseconds. Failures and toasts with an action stay longer; hovering keeps a toast open. */
const visibleFor = { success: 6_000, failure: 12_000, action: 10_000 };

interface SnackbarToastProps extends CustomContentProps {
  toast: Toast;
  ref?: Ref<HTMLDivElement>;
}

function SnackbarToast({ id, toast, ref }: SnackbarToastProps) {
  return <ToastCard {...toast} ref={ref} onDismiss={() => closeSnackbar(id)} />;
}

const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

export function Toaster({ toast }: { toast: Toast }) {
  useEffect(() => {
    enqueueSnackbar("", {
      key: toast.id,
      variant: "toast",
      toast,
      autoHideDuration: visibleFor[toast.actions.length > 0 ? "action" : toast.kind],
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
