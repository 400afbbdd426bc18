import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../app/document/use-preload.ts";
import type { CertificateDialogsState } from "./use-certificate-dialogs.ts";

const CertificateDialogs = lazyComponent(() =>
  import("./certificate-dialogs.tsx").then((m) => m.CertificateDialogs),
);

/** Renders the dialogs, whose code is preloaded, so that the first one opens without a delay. */
export function LazyCertificateDialogs({ dialogs }: { dialogs: CertificateDialogsState }) {
  usePreload(CertificateDialogs.preload);
  if (!wasAnyOpened(dialogs)) return null;
  return <CertificateDialogs {...dialogs} />;
}
