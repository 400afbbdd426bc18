import { Opened } from "../../components/dialog/opened.tsx";
import { IssueCertificateDialog } from "./issue-certificate-dialog.tsx";
import type { CertificateDialogsState } from "./use-certificate-dialogs.ts";
import { WithdrawCertificateDialog } from "./withdraw-certificate-dialog.tsx";

/** Renders the dialogs for issuing and withdrawing certificates. */
export function CertificateDialogs({ issuing, withdrawing }: CertificateDialogsState) {
  return (
    <>
      <Opened dialog={issuing}>
        {(frame, subject) => <IssueCertificateDialog {...frame} issuing={subject} />}
      </Opened>
      <Opened dialog={withdrawing}>
        {(frame, certificate) => <WithdrawCertificateDialog {...frame} certificate={certificate} />}
      </Opened>
    </>
  );
}
