import { parseId } from "../../../../src/platform/fields/id.rule.ts";
import { dialogAbout } from "../../../app/dialogs.tsx";

/** What a certificate is issued for: a payout, a stage, or one of those of a user that the dialog lists. */
export type Certified = `${"user" | "payout" | "stage"}-${number}`;

function readCertified(text: string): Certified | undefined {
  const [kind = "", id = "", ...more] = text.split("-");
  const isKnown = ["user", "payout", "stage"].includes(kind) && parseId(id) !== undefined;
  return isKnown && more.length === 0 ? (text as Certified) : undefined;
}

/** `?dialog=issue-certificate&certify=payout-40` */
export const issueDialogs = {
  "issue-certificate": dialogAbout(
    "certify",
    () => import("./certificate-forms.tsx").then((m) => m.IssueCertificateDialog),
    "certificates.write",
    readCertified,
  ),
};

/** The dialogs of a user's certificates. */
export const certificateDialogs = {
  ...issueDialogs,
  "withdraw-certificate": dialogAbout(
    "certificate",
    () => import("./certificate-forms.tsx").then((m) => m.WithdrawCertificateDialog),
    "certificates.write",
  ),
};
