/** What a certificate that was made here certifies. */
export const certificateKinds = ["pass", "payout"] as const;
export type CertificateKind = (typeof certificateKinds)[number];
