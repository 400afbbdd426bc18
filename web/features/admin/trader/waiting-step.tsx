import { describeMissing } from "../../../../src/business/traders/gates/gate.rule.ts";
import { Notice } from "../../../components/feedback/notice.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";

/** Says which step of a programme waits for the trader, and with which login it starts; renders nothing if none does. */
export function WaitingStep({ userId }: { userId: number }) {
  const { data: waiting } = trpc.admin.gates.waitingStep.useQuery({ id: userId });
  if (!waiting) return null;
  const { programme, step, phase, login, server, since, missing } = waiting;
  const account = login === null ? "the present login" : `login ${login}`;
  return (
    <Notice tone="info" title={`${phase} waits to start`}>
      <p>
        {`Step ${step} of ${programme} has been waiting since ${formatMoment(since)}. `}
        {missing.length > 0 ? `The trader ${describeMissing(missing)}. ` : null}
        {`It starts by itself with ${account}${server === null ? "" : ` on ${server}`}; a stage that is started by hand takes its place.`}
      </p>
    </Notice>
  );
}
