import { IssueCertificateDialog } from "./issue-certificate-dialog.tsx";
import type { CertificateDialogsState } from "./use-certificate-dialogs.ts";
import { WithdrawCertificateDialog } from "./withdraw-certificate-dialog.tsx";

/** Renders the dialogs for issuing and withdrawing certificates. */
export function CertificateDialogs({ issuing, withdrawing }: CertificateDialogsState) {
  return (
    <>
      {issuing.subject ? (
        <IssueCertificateDialog
          key={`issue ${issuing.key}`}
          issuing={issuing.subject}
          isOpen={issuing.isOpen}
          onClose={issuing.close}
        />
      ) : null}
      {withdrawing.subject ? (
        <WithdrawCertificateDialog
          key={`withdraw ${withdrawing.key}`}
          certificate={withdrawing.subject}
          isOpen={withdrawing.isOpen}
          onClose={withdrawing.close}
        />
      ) : null}
    </>
  );
}
