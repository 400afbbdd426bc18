import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import { issueDialogs } from "../../features/admin/certificates/certificate-dialogs.ts";
import { decisionDialogs } from "../../features/admin/payouts/decision-dialogs.ts";
import {
  MissingPayout,
  PayoutPage,
  prefetchDesk,
} from "../../features/admin/payouts/payout-page.tsx";

export const Route = createFileRoute("/admin/payouts_/$id")({
  validateSearch: (
    raw: Record<string, unknown>,
  ): DialogSearch<typeof decisionDialogs & typeof issueDialogs> => raw,
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
  const open = useOpenDialog(issueDialogs);
  useSubjectTitle(`Request #${id}`);
  return (
    <>
      <PayoutPage id={id} onIssueCertificate={() => open("issue-certificate", `payout-${id}`)} />
      <Dialogs of={decisionDialogs} />
      <Dialogs of={issueDialogs} />
    </>
  );
}
