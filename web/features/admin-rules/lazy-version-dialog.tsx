import type { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { ViewedVersion } from "./rule-set-list.tsx";

const VersionDialog = lazyComponent(() =>
  import("./version-dialog.tsx").then((m) => m.VersionDialog),
);

/** Renders the dialog, whose code is loaded on demand. */
export function LazyVersionDialog({
  dialog,
}: {
  dialog: ReturnType<typeof useDialog<ViewedVersion>>;
}) {
  if (!dialog.subject) return null;
  return (
    <VersionDialog
      key={dialog.key}
      viewed={dialog.subject}
      isOpen={dialog.isOpen}
      onClose={dialog.close}
    />
  );
}
