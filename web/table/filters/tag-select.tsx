import { Select } from "../../components/field/select.tsx";
import { trpc } from "../../trpc.ts";

interface TagSelectProps {
  label: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** Chooses one of the tags in use. */
export function TagSelect(props: TagSelectProps) {
  const { data } = trpc.admin.tags.list.useQuery();
  const known = (data ?? []).map(({ tag, traders }) => [tag, `${tag} (${traders})`] as const);
  const missing = props.value && !known.some(([tag]) => tag === props.value);
  const options = Object.fromEntries([
    ...known,
    ...(missing ? [[props.value, props.value]] : []),
  ]) as Record<string, string>;
  return <Select {...props} placeholder="Any" options={options} />;
}
