import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { accountDialogs } from "../../features/admin/payments/payment-dialogs.ts";
import { readText } from "../../table/state/table-search.ts";
import { PaymentsDesk } from "../../features/admin/payments/payments-desk.tsx";

export const Route = createFileRoute("/admin/payments")({
  /** `request`: a request to pay, which is selected from the start. `search`: that of the unpaid requests. */
  validateSearch: (
    raw: Record<string, unknown>,
  ): { request?: number; search?: string | undefined } & DialogSearch<typeof accountDialogs> => raw,
  component: Payments,
  staticData: { title: "Payment Runs" },
});

function Payments() {
  const { request, search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader
        title="Payment Runs"
        subtitle="Pay approved requests in runs, and mark them as paid"
      />
      <PaymentsDesk
        requestId={parseId(String(request))}
        search={readText(search) ?? ""}
        onSearch={(typed) =>
          void navigate({
            search: (present) => ({ ...present, search: typed || undefined }),
            replace: true,
          })
        }
      />
      <Dialogs of={accountDialogs} />
    </>
  );
}
