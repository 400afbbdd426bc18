import { createPortal } from "react-dom";
import { lazyComponent } from "../lazy/lazy-component.tsx";
import { useStore } from "../../app/store.ts";
import { ToastCard } from "./toast-card.tsx";
import styles from "./toast-card.module.css";
import { toastRoot } from "./toast-root.ts";
import { latestToast, type Toast } from "./toasts.ts";

/** Loads the toaster with the first toast, to keep the initial bundle small. */
const Toaster = lazyComponent<{ toast: Toast }>(() =>
  import("./toaster.tsx").then(
    (m) => m.Toaster,
    // The browser may be offline, which the toast itself is about to report.
    () => BareToast,
  ),
);

export function ToastHost() {
  const toast = useStore(latestToast);
  if (!toast) return null;
  return <Toaster toast={toast} />;
}

/** Shown if the toaster cannot be loaded; like the toaster, it stays above dialogs. */
function BareToast({ toast }: { toast: Toast }) {
  return createPortal(
    <div className={styles.bare}>
      <ToastCard {...toast} onDismiss={() => latestToast.set(null)} />
    </div>,
    toastRoot,
  );
}
