import { LazyCertificateDialogs } from "../../../features/admin-certificates/lazy-certificate-dialogs.tsx";
import { useCertificateDialogs } from "../../../features/admin-certificates/use-certificate-dialogs.ts";
import { CertificatesTab } from "../../../features/admin-trader/certificates-tab.tsx";
import { CertificateTable } from "../../../features/certificates/certificate-list.tsx";
import { PermittedButton } from "../../../app/session/permitted-button.tsx";

interface CertificatesSectionProps {
  userId: number;
  onUpload: () => void;
}

/** Lists the certificates of a trader, with the dialogs that issue and withdraw them. */
export function CertificatesSection({ userId, onUpload }: CertificatesSectionProps) {
  const dialogs = useCertificateDialogs();
  return (
    <>
      <CertificatesTab
        userId={userId}
        onIssue={() => dialogs.issuing.open({ userId })}
        onUpload={onUpload}
      >
        {(certificates) => (
          <CertificateTable
            certificates={certificates}
            actions={(certificate) =>
              certificate.withdrawn ? null : (
                <PermittedButton
                  ability="certificates.write"
                  size="small"
                  aria-label={`Withdraw ${certificate.name}`}
                  onClick={() => dialogs.withdrawing.open(certificate)}
                >
                  Withdraw
                </PermittedButton>
              )
            }
          />
        )}
      </CertificatesTab>
      <LazyCertificateDialogs dialogs={dialogs} />
    </>
  );
}
