/** What a generated certificate can certify. */
export const certificateKinds = ["pass", "payout"] as const;
export type CertificateKind = (typeof certificateKinds)[number];
