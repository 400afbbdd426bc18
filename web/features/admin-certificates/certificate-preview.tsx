import type { CertificateDraft } from "../../../src/business/firm/certificates/certificate.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import styles from "./certificates.module.css";

/** Shows the certificate as it will be printed, below any warnings. */
export function CertificatePreview({ draft }: { draft: CertificateDraft | undefined }) {
  if (!draft)
    return <div role="progressbar" aria-label="Loading the preview" className={styles.page} />;
  const { name, traderName, statement, image, warnings } = draft;
  return (
    <>
      {warnings.length > 0 ? (
        <Notice tone="warning" title="Before you issue it">
          {warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Notice>
      ) : null}
      <figure className={styles.figure}>
        <img
          className={styles.page}
          src={`data:image/svg+xml,${encodeURIComponent(image)}`}
          alt={`${name}: ${traderName} ${statement}`}
        />
        <figcaption>Preview. The code is generated when the certificate is issued.</figcaption>
      </figure>
    </>
  );
}
