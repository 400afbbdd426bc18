import { Select } from "../../components/field/select.tsx";
import { trpc } from "../../trpc.ts";

interface SelectProps {
  label: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** Chooses one of the tags in use. */
export function TagSelect(props: SelectProps) {
  const { data } = trpc.admin.tags.list.useQuery();
  const known = (data ?? []).map(({ tag, traders }) => [tag, `${tag} (${traders})`] as const);
  return <Select {...props} placeholder="Any" options={withChosen(known, props.value)} />;
}

/** Chooses one of the phases in use. */
export function PhaseSelect(props: SelectProps) {
  const { data } = trpc.admin.users.phases.useQuery();
  const known = (data ?? []).map((phase) => [phase, phase] as const);
  return <Select {...props} placeholder="Any" options={withChosen(known, props.value)} />;
}

/** Adds the chosen value, which may no longer be in use. */
function withChosen(known: (readonly [string, string])[], chosen: string) {
  const isMissing = chosen !== "" && !known.some(([value]) => value === chosen);
  return Object.fromEntries([...known, ...(isMissing ? [[chosen, chosen] as const] : [])]);
}
