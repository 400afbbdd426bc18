import { lazy, Suspense } from "react";
import { type CertificateDialogsState, loadCertificateDialogs } from "./use-certificate-dialogs.ts";

const CertificateDialogs = lazy(() =>
  loadCertificateDialogs().then((m) => ({ default: m.CertificateDialogs })),
);

/** The dialogs, whose code is fetched only if one opens. */
export function LazyCertificateDialogs({ dialogs }: { dialogs: CertificateDialogsState }) {
  if (!dialogs.issuing.subject && !dialogs.withdrawing.subject) return null;
  return (
    <Suspense fallback={null}>
      <CertificateDialogs {...dialogs} />
    </Suspense>
  );
}
