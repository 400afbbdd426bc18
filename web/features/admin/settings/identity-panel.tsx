import { Link } from "@tanstack/react-router";
import {
  pictureSides,
  requiredSides,
} from "../../../../src/business/traders/identity/identity.rule.ts";
import type { IdentitySettings } from "../../../../src/business/traders/identity/identity.schema.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { trpc } from "../../../trpc.ts";
import { SettingsPanel } from "./settings-panels.tsx";

/** Shows how identities are proved: who checks them, and what traders are asked for. */
export function IdentityPanel() {
  const query = trpc.admin.settings.identity.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Identity"
      subtitle="What traders send to prove who they are, and how long it counts and is kept."
      query={query}
      lines={5}
      ability="settings.write"
      button={{ label: "Change", name: "Change how identities are proved" }}
      dialog="identity"
    >
      {(settings) => <IdentityFacts settings={settings} />}
    </SettingsPanel>
  );
}

const months = (count: number) => `${count} ${count === 1 ? "month" : "months"}`;

function IdentityFacts({ settings }: { settings: IdentitySettings }) {
  const { attempts, pictures, validMonths, keepDays } = settings;
  const sides = requiredSides("id_card", pictures).map((side) => pictureSides[side]);
  return (
    <Facts>
      <Fact name="Checked by">
        <Checkers />
      </Fact>
      <Fact name="Pictures">{`${sides.join(", ")}; of a passport only the front`}</Fact>
      <Fact name="Attempts">{String(attempts)}</Fact>
      <Fact name="An approval counts for">
        {validMonths === null
          ? "As long as the document is valid"
          : `${months(validMonths)}, at most as long as the document is valid`}
      </Fact>
      <Fact name="Pictures are kept for">{`${keepDays} days after the decision`}</Fact>
    </Facts>
  );
}

/** The team, and the outside checkers whose messages arrive; only those who may see sources read which. */
function Checkers() {
  const maySee = useMay("sources.manage");
  const sources = trpc.admin.sources.list.useQuery(undefined, { enabled: maySee });
  const checkers = (sources.data ?? []).filter(
    ({ kind }) => kind === "sumsub" || kind === "veriff",
  );
  return (
    <>
      <Link to="/admin/identities">The team</Link>
      {checkers.map(({ id, name }) => `, ${name} (source #${id})`).join("")}
      {maySee && checkers.length === 0 ? "; no outside checker is connected" : null}
    </>
  );
}
