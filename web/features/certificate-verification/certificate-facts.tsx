import type { VerifiedCertificate } from "../../../src/business/firm/certificates/certificate.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCalendarDay } from "../../domain/format/dates.ts";
import styles from "./verification.module.css";

/** Shows what is printed on the certificate. */
export function CertificateFacts({ certificate }: { certificate: VerifiedCertificate }) {
  const { kind, phase, amount, currency } = certificate;
  const isPass = kind === "pass";
  return (
    <Panel title={certificate.name} subtitle={`${certificate.traderName} ${certificate.statement}`}>
      <Facts>
        <Fact name="Trader">{certificate.traderName}</Fact>
        <Fact name="Issued by">{certificate.firmName}</Fact>
        {phase ? <Fact name="Phase">{phase}</Fact> : null}
        <Fact name={isPass ? "Initial balance" : "Amount"}>{formatMoney(amount, currency)}</Fact>
        <Fact name={isPass ? "Date of the pass" : "Date of the payout"}>
          {formatCalendarDay(certificate.earnedAt)}
        </Fact>
        <Fact name="Issued on">{formatCalendarDay(certificate.issuedAt)}</Fact>
        <Fact name="Code">{certificate.code}</Fact>
        <Fact name="SHA-256 of the PDF">
          <code className={styles.hash}>{certificate.sha256}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}
