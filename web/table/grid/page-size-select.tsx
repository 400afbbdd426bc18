import { pageSizes } from "../state/table-search.ts";
import { Select } from "../../components/field/select.tsx";

const options = Object.fromEntries(pageSizes.map((size) => [String(size), String(size)]));

interface PageSizeSelectProps {
  value: number;
  onChange: (size: (typeof pageSizes)[number]) => void;
}

export function PageSizeSelect({ value, onChange }: PageSizeSelectProps) {
  function choose(chosen: string) {
    const size = pageSizes.find((known) => String(known) === chosen);
    if (size) onChange(size);
  }
  return (
    <Select
      layout="inline"
      label="Rows per page"
      options={options}
      value={String(value)}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
