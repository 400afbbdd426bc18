import { Link } from "@tanstack/react-router";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { trpc } from "../../trpc.ts";

/** Warns that a rejection does not withdraw the certificate of an approved payout. */
export function CertificateNotice({ payout: { id, userId } }: { payout: PayoutRow }) {
  const { data } = trpc.admin.certificates.sources.useQuery({ userId });
  const source = data?.find(({ payoutId }) => payoutId === id);
  if (!source || source.issued === 0) return null;
  return (
    <Notice tone="warning" title="A certificate was issued for this payout">
      <p>
        A rejection does not withdraw it: it stays valid until you withdraw it among{" "}
        <Link
          to="/admin/users/$id"
          params={{ id: String(userId) }}
          search={{ tab: "certificates" }}
        >
          the trader's certificates
        </Link>
        .
      </p>
    </Notice>
  );
}
