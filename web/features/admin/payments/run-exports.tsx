import type { ExportKind } from "../../../../src/business/money/payments/payment.rule.ts";
import type { PaymentRunWithPayments } from "../../../../src/business/money/payments/payments.schema.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { Table } from "../../../components/table/table.tsx";
import { momentIn } from "../../../domain/format/dates.ts";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { Soft } from "./payment-parts.tsx";

export const exportNames: Record<ExportKind, string> = { csv: "CSV", sepa: "SEPA" };

interface RunExportsProps {
  run: Pick<PaymentRunWithPayments, "exports">;
  timeZone: string | undefined;
}

/** The files of a run, newest first, and which of them repeat payments of an earlier one. */
export function RunExports({ run: { exports }, timeZone }: RunExportsProps) {
  const files = exports.map((file, index) => {
    const earlier = new Set(exports.slice(index + 1).flatMap(({ paymentIds }) => paymentIds));
    return {
      ...file,
      key: exports.length - index,
      repeated: file.paymentIds.filter((id) => earlier.has(id)).length,
    };
  });
  return (
    <Panel
      title="Files for the Bank"
      subtitle="A bank that receives two files pays twice what is in both"
    >
      <Table
        name="Files for the bank"
        rows={files}
        rowKey={({ key }) => key}
        columns={[
          { title: "File", card: "start", cell: ({ kind }) => exportNames[kind] },
          { title: "Exported", cell: ({ at }) => momentIn(at, timeZone) },
          { title: "By", cell: ({ by }) => by },
          {
            title: "Payments",
            card: "last",
            cell: ({ paymentIds, repeated }) => (
              <>
                {paymentIds.length === 0 ? (
                  <Soft>Not recorded</Soft>
                ) : (
                  formatCountOf(paymentIds.length, "payment")
                )}{" "}
                {repeated > 0 ? <Badge tone="orange">{`${repeated} exported again`}</Badge> : null}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
