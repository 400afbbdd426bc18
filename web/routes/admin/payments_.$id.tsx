import { createFileRoute, Link } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import { runDialogs } from "../../features/admin/payments/payment-dialogs.ts";
import { RunPage } from "../../features/admin/payments/run-page.tsx";
import { useRun } from "../../features/admin/payments/use-payments.ts";

export const Route = createFileRoute("/admin/payments_/$id")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof runDialogs> => raw,
  component: Run,
  staticData: { title: "Payment Run" },
});

function Run() {
  const id = parseId(Route.useParams().id);
  return id === undefined ? <MissingRun /> : <LoadedRun key={id} id={id} />;
}

function LoadedRun({ id }: { id: number }) {
  const run = useRun(id);
  useSubjectTitle(`Payment Run #${id}`);
  if (!run.data && readApiError(run.error).httpStatus === 404) return <MissingRun />;
  return (
    <>
      <BackLink to="/admin/payments">All payment runs</BackLink>
      <Loaded query={run} noun="the payment run" skeleton={6}>
        {(data) => <RunPage run={data} />}
      </Loaded>
      <Dialogs of={runDialogs} with={{ runId: id }} />
    </>
  );
}

function MissingRun() {
  return (
    <MessageView
      title="Payment run not found"
      text="There is no payment run at this address."
      action={<Link to="/admin/payments">Go to payment runs</Link>}
    />
  );
}
