import { lazy, Suspense } from "react";
import { createPortal } from "react-dom";
import { usePreload } from "../../document/use-preload.ts";
import { useStore } from "../../state/store.ts";
import { ToastCard } from "./toast-card.tsx";
import styles from "./toast-card.module.css";
import { toastRoot } from "./toast-root.ts";
import { latestToast, type Toast } from "./toasts.ts";

const loadToaster = () => import("./toaster.tsx");

/** The toaster is loaded with the first input, or the first toast, to keep the first load small. */
const Toaster = lazy(() =>
  loadToaster().then(
    ({ Toaster: component }) => ({ default: component }),
    // Possibly offline, which the toast is about to report.
    () => ({ default: BareToast }),
  ),
);

export function ToastHost() {
  const toast = useStore(latestToast);
  usePreload(loadToaster);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} />
    </Suspense>
  );
}

/** The fallback of the toaster; a dialog does not cover it either. */
function BareToast({ toast }: { toast: Toast }) {
  return createPortal(
    <div className={styles.bare}>
      <ToastCard {...toast} onDismiss={() => latestToast.set(null)} />
    </div>,
    toastRoot,
  );
}
