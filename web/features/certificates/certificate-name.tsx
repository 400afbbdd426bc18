import { verificationPath } from "../../../src/business/firm/certificates/certificate.rule.ts";
import type { Certificate } from "../../../src/business/firm/certificates/certificate.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import styles from "./certificates.module.css";

/** Shows the name, the code with a link to the public page, and whether the certificate is still valid. */
export function CertificateName({ name, generated, withdrawn }: Certificate) {
  if (!generated && !withdrawn) return <span className={styles.name}>{name}</span>;
  return (
    <div className={styles.described}>
      <span className={styles.name}>{name}</span>
      {generated ? (
        <a
          href={verificationPath(generated.code)}
          target="_blank"
          rel="noopener"
          aria-label={`Verify ${generated.code} in a new tab`}
          className={styles.code}
        >
          {generated.code}
        </a>
      ) : null}
      {withdrawn ? (
        <>
          <Badge tone="red">Withdrawn</Badge>
          <span className={styles.reason}>
            {formatDay(withdrawn.at)}: {withdrawn.reason}
          </span>
        </>
      ) : null}
    </div>
  );
}
