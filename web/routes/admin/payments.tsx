import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { accountDialogs } from "../../features/admin-payments/payment-dialogs.ts";
import { PaymentsDesk } from "../../features/admin-payments/payments-desk.tsx";

export const Route = createFileRoute("/admin/payments")({
  /** `request`: a request to pay, which is selected from the start. */
  validateSearch: (
    raw: Record<string, unknown>,
  ): { request?: number } & DialogSearch<typeof accountDialogs> => raw,
  component: Payments,
  staticData: { title: "Payment Runs" },
});

function Payments() {
  return (
    <>
      <PageHeader
        title="Payment Runs"
        subtitle="Pay approved requests in runs, and mark them as paid"
      />
      <PaymentsDesk requestId={parseId(String(Route.useSearch().request))} />
      <Dialogs of={accountDialogs} />
    </>
  );
}
