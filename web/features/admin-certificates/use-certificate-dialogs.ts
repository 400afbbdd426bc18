import type { Certificate } from "../../../src/business/firm/certificates/certificate.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

/**
 * The trader to issue a certificate to, and the payout or stage that it certifies; without a source, the dialog offers
 * a choice.
 */
export interface Issuing {
  userId: number;
  source?: { payoutId: number } | { stageId: number };
}

export function useCertificateDialogs() {
  const issuing = useDialog<Issuing>();
  const withdrawing = useDialog<Certificate>();
  return { issuing, withdrawing };
}

export type CertificateDialogsState = ReturnType<typeof useCertificateDialogs>;
