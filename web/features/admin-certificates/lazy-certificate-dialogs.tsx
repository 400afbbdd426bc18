import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { CertificateDialogsState } from "./use-certificate-dialogs.ts";

const CertificateDialogs = lazyComponent(() =>
  import("./certificate-dialogs.tsx").then((m) => m.CertificateDialogs),
);

/** Renders the dialogs; their code loads with the first of them. */
export function LazyCertificateDialogs({ dialogs }: { dialogs: CertificateDialogsState }) {
  if (!wasAnyOpened(dialogs)) return null;
  return <CertificateDialogs {...dialogs} />;
}
