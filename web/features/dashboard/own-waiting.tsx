import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WaitingFor } from "../../../src/business/traders/waiting/waiting.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";

interface OwnWaitingProps {
  waitingFor: WaitingFor;
}

const next = {
  firm: "The firm acts next. You need not do anything.",
  trader: "You act next.",
  checker: "The identity checker acts next. You need not do anything.",
  platform: "The trading platform acts next. You need not do anything.",
  nobody: "",
} as const;

/** Says what the trader's account waits for; renders nothing if it waits for nothing. */
export function OwnWaiting({ waitingFor }: OwnWaitingProps) {
  const { kind, sentence, actor } = waitingFor;
  if (kind === "nothing") return null;
  return (
    <Notice tone={actor === "trader" ? "warning" : "info"} title={sentence}>
      <p>
        {next[actor]} <SubjectLink waitingFor={waitingFor} />
      </p>
    </Notice>
  );
}

function SubjectLink({ waitingFor: { kind, about } }: OwnWaitingProps): ReactNode {
  if (kind === "identity") return <Link to="/identity">View your identity</Link>;
  if (kind === "agreement") return <Link to="/agreements">View your agreements</Link>;
  if (about?.kind === "order") return <Link to="/orders">View your orders</Link>;
  if (about?.kind === "payout") return <Link to="/payouts">Go to the request</Link>;
  return null;
}
