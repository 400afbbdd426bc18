import { lazy, Suspense } from "react";
import type { useDialog } from "../../components/dialog/use-dialog.ts";
import type { ViewedVersion } from "./rule-set-list.tsx";

const VersionDialog = lazy(() =>
  import("./version-dialog.tsx").then((m) => ({ default: m.VersionDialog })),
);

/** Renders the dialog, whose code is loaded on demand. */
export function LazyVersionDialog({
  dialog,
}: {
  dialog: ReturnType<typeof useDialog<ViewedVersion>>;
}) {
  if (!dialog.subject) return null;
  return (
    <Suspense fallback={null}>
      <VersionDialog
        key={dialog.key}
        viewed={dialog.subject}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
      />
    </Suspense>
  );
}
