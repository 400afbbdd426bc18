import { Link } from "@tanstack/react-router";
import type { LinkSettingsVersionOut } from "../../../../src/business/links/settings/link-settings.schema.ts";
import { factKinds } from "../../../../src/business/links/facts/fact.rule.ts";
import type { DetectorSettings } from "../../../../src/business/links/evidence/link-kind.rule.ts";
import type { LinkSettings } from "../../../../src/business/links/settings/link-settings.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { formatCount } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";
import { countsLabels, factLabels, factUseLabels } from "./links-words.ts";
import { SettingsPanel } from "./settings-panels.tsx";

/** Shows how accounts are compared. */
export function LinksPanel() {
  const query = trpc.admin.settings.links.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Links between Accounts"
      subtitle={
        "Which trades of two accounts match, how rare that must be, and which facts connect users."
      }
      query={query}
      lines={8}
      ability="settings.write"
      button={{ label: "Change", name: "Change how accounts are compared" }}
      dialog="links"
    >
      {(version) => <LinkFacts version={version} />}
    </SettingsPanel>
  );
}

function LinkFacts({
  version: { version, settings, createdAt, createdBy },
}: {
  version: LinkSettingsVersionOut;
}) {
  const { days, copied, opposite, crowd, facts, instruments, allocation, retentionDays } = settings;
  return (
    <Facts>
      <Fact name="Trades of">{`the last ${days} days`}</Fact>
      <Fact name="Same direction">{describe(copied)}</Fact>
      <Fact name="Opposite directions">{describe(opposite)}</Fact>
      <Fact name="Public entries">{`Shared with ${formatCount(crowd)} or more other accounts`}</Fact>
      {factKinds.map((kind) => (
        <Fact key={kind} name={factLabels[kind]}>
          {factUseLabels[facts[kind]]}
        </Fact>
      ))}
      <Fact name="Browsers and networks">
        {retentionDays === 0 ? "Not kept" : `Kept for ${formatCount(retentionDays)} days`}
      </Fact>
      <Fact name="Instruments of several symbols">
        {instruments.length === 0 ? "None" : instruments.map(({ name }) => name).join(", ")}
      </Fact>
      <Fact name="Allocation of a person">{describeCaps(allocation)}</Fact>
      <Fact name="Version">{`${version} · ${formatMoment(createdAt)} · ${createdBy}`}</Fact>
      <Fact name="Two accounts">
        <Link to="/admin/links/compare">Set them side by side</Link>
      </Fact>
    </Facts>
  );
}

function describeCaps({ caps, counts }: LinkSettings["allocation"]): string {
  const amounts = Object.entries(caps).map(([currency, cap]) => formatMoney(cap, currency));
  if (amounts.length === 0) return "Without a cap";
  return `At most ${amounts.join(", ")} · ${countsLabels[counts]}`;
}

function describe(detector: DetectorSettings | null): string {
  if (!detector) return "Off";
  const { seconds, matches, sharePercent, oneIn, overlapSeconds } = detector;
  const overlap =
    overlapSeconds === undefined ? "" : `, open together for ${formatCount(overlapSeconds)} s`;
  return `Within ${seconds} s${overlap}: ${formatCount(matches)} matches, ${sharePercent}% of the entries, one in ${formatCount(oneIn)}`;
}
