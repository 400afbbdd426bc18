import type { ComponentProps } from "react";
import type { RuleSet, RuleVersion } from "../../../src/business/rulebook/rules/rule-set.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Select } from "../../components/field/select.tsx";
import { shorten } from "../format/texts.tsx";
import { trpc } from "../../trpc.ts";

/** A version of the rules, with the name of its set. */
export interface NamedVersion extends RuleVersion {
  name: string;
}

/** Returns all versions by id, the newest sets and versions first. */
export function namedVersions(sets: readonly RuleSet[]): Map<number, NamedVersion> {
  return new Map(
    sets.flatMap(({ name, versions }) =>
      versions.map((version) => [version.id, { ...version, name }] as const),
    ),
  );
}

/** Returns a name such as `Two steps, version 2`. */
export function versionName({ name, version }: Pick<NamedVersion, "name" | "version">): string {
  return `${shorten(name)}, version ${version}`;
}

const collator = new Intl.Collator("en", { numeric: true });

const sortByName = (sets: RuleSet[]) => sets.toSorted((a, b) => collator.compare(a.name, b.name));

/** Fetches all rule sets with their versions, sorted by name. */
export function useRuleSets() {
  return trpc.admin.rules.list.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
    select: sortByName,
  });
}

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
