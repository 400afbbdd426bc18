import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PaymentsDesk } from "../../features/admin-payments/payments-desk.tsx";

export const Route = createFileRoute("/admin/payments")({
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
      <PaymentsDesk />
    </>
  );
}
