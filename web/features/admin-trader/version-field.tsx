import type { ComponentProps } from "react";
import { Select } from "../../components/field/select.tsx";
import { trpc } from "../../trpc.ts";
import { namedVersions, versionName } from "../../rules/version-names.ts";

/** The versions of all rule sets by id. */
export function useVersions() {
  const sets = trpc.admin.rules.list.useQuery();
  return { isPending: sets.isPending, versions: namedVersions(sets.data ?? []) };
}

type VersionFieldProps = Omit<
  ComponentProps<typeof Select>,
  "options" | "placeholder" | "label"
> & {
  placeholder: string;
};

/** A choice of the versions of all rule sets; the value is `#` and the id, which keeps their order. */
export function VersionField({ placeholder, ...props }: VersionFieldProps) {
  const { versions } = useVersions();
  const options = Object.fromEntries(
    [...versions].map(([id, version]) => [`#${id}`, versionName(version)]),
  );
  return <Select label="Rules" placeholder={placeholder} options={options} {...props} />;
}

/** The id behind a choice; `undefined` for none. */
export function readVersionId(value: string | null | undefined): number | undefined {
  return value ? Number(value.slice(1)) : undefined;
}
