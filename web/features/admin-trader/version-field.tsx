import type { ComponentProps } from "react";
import { Select } from "../../components/field/select.tsx";
import { useRuleSets } from "../../domain/rules/use-rule-sets.ts";
import { namedVersions, versionName } from "../../domain/rules/version-names.ts";

/** Fetches the versions of all rule sets, by id. */
export function useVersions() {
  const sets = useRuleSets();
  return { isPending: sets.isPending, versions: namedVersions(sets.data ?? []) };
}

type VersionFieldProps = Omit<
  ComponentProps<typeof Select>,
  "options" | "placeholder" | "label"
> & {
  placeholder: string;
  /** Whether `No rules` can be chosen, which must be explicit. */
  offersNone?: true;
};

const NONE = "none";

/** Selects a version from all rule sets. The value is `#` followed by the id, which preserves the order. */
export function VersionField({ placeholder, offersNone, ...props }: VersionFieldProps) {
  const { versions } = useVersions();
  const options = Object.fromEntries([
    ...Array.from(versions, ([id, version]) => [`#${id}`, versionName(version)] as const),
    ...(offersNone ? [[NONE, "No rules"] as const] : []),
  ]);
  return <Select label="Rules" placeholder={placeholder} options={options} {...props} />;
}

/** Parses the id in a value; returns `undefined` if no version is selected. */
export function readVersionId(value: string | null | undefined): number | undefined {
  return value && value !== NONE ? Number(value.slice(1)) : undefined;
}
