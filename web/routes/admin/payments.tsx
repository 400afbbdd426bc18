import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PaymentsDesk } from "../../features/admin-payments/payments-desk.tsx";

export const Route = createFileRoute("/admin/payments")({
  /** `request`: a request to pay, which is selected from the start. */
  validateSearch: (raw: Record<string, unknown>): { request?: number } => raw,
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
    </>
  );
}
