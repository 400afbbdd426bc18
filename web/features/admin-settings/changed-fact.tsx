import { Fact } from "../../components/panel/facts.tsx";
import { formatMoment } from "../../domain/format/dates.ts";

interface ChangedFactProps {
  settings: { updatedAt: Date | null; updatedBy: string | null };
}

/** Shows the time and author of the last change of the settings; renders nothing before the first change. */
export function ChangedFact({ settings: { updatedAt, updatedBy } }: ChangedFactProps) {
  if (!updatedAt) return null;
  return <Fact name="Changed">{`${formatMoment(updatedAt)} · ${updatedBy}`}</Fact>;
}
