import type {
  RuleSet,
  RuleVersion,
} from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { shorten } from "../format/shorten.ts";

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
