import Box from "@mui/material/Box";
import { useInsertionEffect } from "react";
import { createPortal } from "react-dom";
import { lazyComponent } from "../lazy/lazy-component.tsx";
import { useStore } from "../../app/store.ts";
import { announceSuccess, toastRoot } from "./toast-root.ts";
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
  const isSuccess = toast?.kind !== "failure";
  // Before the toast is rendered: an effect of this component would only run after it.
  useInsertionEffect(() => announceSuccess(isSuccess), [isSuccess]);
  if (!toast) return null;
  return <Toaster toast={toast} />;
}

/** Shown if the toaster cannot be loaded. Plain, because its code is part of the first load. */
function BareToast({ toast: { title, description } }: { toast: Toast }) {
  return createPortal(
    <Box role="alert" data-toast="" sx={bareLook}>
      <strong>{title}</strong>
      {description ? <p>{description}</p> : null}
      <button type="button" onClick={() => latestToast.set(null)}>
        Dismiss
      </button>
    </Box>,
    toastRoot,
  );
}

const bareLook = {
  maxWidth: "24rem",
  padding: 2,
  border: 1,
  borderRadius: 1,
  bgcolor: "background.paper",
};
