import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { useSubjectTitle } from "../../app/document/page-title.ts";
import { LazyCertificateDialogs } from "../../features/admin-certificates/lazy-certificate-dialogs.tsx";
import { useCertificateDialogs } from "../../features/admin-certificates/use-certificate-dialogs.ts";
import { useDecision } from "../../features/admin-payouts/use-decision.tsx";
import {
  MissingPayout,
  PayoutPage,
  prefetchDesk,
} from "../../features/admin-payouts/payout-page.tsx";

export const Route = createFileRoute("/admin/payouts_/$id")({
  loader: ({ params }) => {
    const id = parseId(params.id);
    if (id !== undefined) prefetchDesk(id);
  },
  component: Payout,
  staticData: { title: "Payout request" },
});

function Payout() {
  const id = parseId(Route.useParams().id);
  return id === undefined ? <MissingPayout /> : <KnownPayout key={id} id={id} />;
}

function KnownPayout({ id }: { id: number }) {
  const decision = useDecision();
  const certificates = useCertificateDialogs();
  useSubjectTitle(`Request #${id}`);
  return (
    <>
      <PayoutPage
        id={id}
        onDecide={decision.open}
        onIssueCertificate={({ userId }) =>
          certificates.issuing.open({ userId, source: { payoutId: id } })
        }
      />
      {decision.dialog}
      <LazyCertificateDialogs dialogs={certificates} />
    </>
  );
}
