import { lazy, Suspense } from "react";
import { createPortal } from "react-dom";
import { useStore } from "../../state/store.ts";
import { ToastCard } from "./toast-card.tsx";
import styles from "./toast-card.module.css";
import { toastRoot } from "./toast-root.ts";
import { latestToast, type Toast } from "./toasts.ts";

const loadToaster = () => import("./toaster.tsx");

/** The toaster comes with the first toast, so that it does not weigh on the first load. */
const Toaster = lazy(() =>
  loadToaster().then(
    ({ Toaster: component }) => ({ default: component }),
    // Offline, perhaps, which is what the toast is about to say.
    () => ({ default: BareToast }),
  ),
);

/** Fetches the toaster ahead of a toast that is likely to come. */
export function preloadToasts() {
  void loadToaster().catch(() => undefined);
}

export function ToastHost() {
  const toast = useStore(latestToast);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} />
    </Suspense>
  );
}

/** In the toaster's place: a dialog neither covers nor hides it. */
function BareToast({ toast }: { toast: Toast }) {
  return createPortal(
    <div className={styles.bare}>
      <ToastCard {...toast} onDismiss={() => latestToast.set(null)} />
    </div>,
    toastRoot,
  );
}
