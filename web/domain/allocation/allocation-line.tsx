import { parseCents, plainAmount } from "../../../src/platform/money/money.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { useDebounced } from "../../components/forms/use-debounced.ts";
import { describeAllocation } from "./allocation-words.ts";
import { type NextStage, useAllocation } from "./use-allocation.ts";

interface AllocationLineProps {
  userId: number;
  /** As it is typed. */
  next: NextStage;
}

/**
 * Says what would be allocated to a user if a stage started; a warning if that is above the cap. Renders nothing without
 * a cap.
 */
export function AllocationLine({ userId, next }: AllocationLineProps) {
  const initialBalance = plainAmount(useDebounced(next.initialBalance));
  const currency = useDebounced(next.currency);
  const isValid = (parseCents(initialBalance) ?? -1n) >= 0n && /^[A-Za-z0-9]{2,10}$/.test(currency);
  const { data } = useAllocation(userId, isValid ? { initialBalance, currency } : undefined);
  const figures = data?.after;
  if (!figures || figures.usedPercent === null) return null;
  const text = `Allocated with this stage: ${describeAllocation(figures)}.`;
  if (!figures.exceeded) return <p>{text}</p>;
  return (
    <Notice tone="warning" title="Above the allocation">
      <p>{text}</p>
    </Notice>
  );
}
