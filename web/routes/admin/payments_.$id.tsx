import { createFileRoute } from "@tanstack/react-router";
import { isId } from "../../../src/platform/lib/id.schema.ts";
import { readApiError } from "../../api-client/api-error.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { useSubjectTitle } from "../../document/page-title.ts";
import { LazyRunDialogs } from "../../features/admin-payments/lazy-run-dialogs.tsx";
import { RunPage } from "../../features/admin-payments/run-page.tsx";
import { useRun } from "../../features/admin-payments/use-payments.ts";
import { useRunDialogs } from "../../features/admin-payments/use-run-dialogs.ts";

export const Route = createFileRoute("/admin/payments_/$id")({
  component: Run,
  staticData: { title: "Payment run" },
});

function Run() {
  const id = Number(Route.useParams().id);
  return (
    <>
      <p>
        <BackLink to="/admin/payments">All payment runs</BackLink>
      </p>
      {isId(id) ? <LoadedRun key={id} id={id} /> : <MissingRun />}
    </>
  );
}

function LoadedRun({ id }: { id: number }) {
  const run = useRun(id);
  const dialogs = useRunDialogs();
  useSubjectTitle(`Payment run #${id}`);
  if (run.data) {
    return (
      <>
        <RunPage run={run.data} dialogs={dialogs} />
        <LazyRunDialogs dialogs={dialogs} />
      </>
    );
  }
  if (!run.isError) return <TableSkeleton name="Loading the payment run" rows={6} />;
  if (readApiError(run.error).httpStatus === 404) return <MissingRun />;
  return <LoadFailure text="Failed to load the payment run." onRetry={() => void run.refetch()} />;
}

function MissingRun() {
  return <EmptyState icon="wallet" title="Payment run not found" text="No run has this number." />;
}
