import { lazy, Suspense } from "react";
import { type CertificateDialogsState, loadCertificateDialogs } from "./use-certificate-dialogs.ts";

const CertificateDialogs = lazy(() =>
  loadCertificateDialogs().then((m) => ({ default: m.CertificateDialogs })),
);

/** Renders the dialogs, whose code is loaded on demand. */
export function LazyCertificateDialogs({ dialogs }: { dialogs: CertificateDialogsState }) {
  if (!dialogs.issuing.subject && !dialogs.withdrawing.subject) return null;
  return (
    <Suspense fallback={null}>
      <CertificateDialogs {...dialogs} />
    </Suspense>
  );
}
