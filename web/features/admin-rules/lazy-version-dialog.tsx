import { Opened } from "../../components/dialog/opened.tsx";
import type { Dialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { ViewedVersion } from "./rule-set-list.tsx";

const VersionDialog = lazyComponent(() =>
  import("./version-dialog.tsx").then((m) => m.VersionDialog),
);

/** Renders the dialog, whose code is loaded on demand. */
export function LazyVersionDialog({ dialog }: { dialog: Dialog<ViewedVersion> }) {
  return (
    <Opened dialog={dialog}>
      {(frame, viewed) => <VersionDialog {...frame} viewed={viewed} />}
    </Opened>
  );
}
