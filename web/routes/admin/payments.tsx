import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PaymentsDesk } from "../../features/admin-payments/payments-desk.tsx";

export const Route = createFileRoute("/admin/payments")({
  component: Payments,
  staticData: { title: "Payment runs" },
});

function Payments() {
  return (
    <>
      <PageHeader
        title="Payment Runs"
        subtitle="Approved requests are paid, and marked as paid, in runs"
      />
      <PaymentsDesk />
    </>
  );
}
