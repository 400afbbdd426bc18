import {
  type GateRequirement,
  gateLabels,
  gateNames,
} from "../../../../src/business/traders/gates/gate.rule.ts";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { trpc } from "../../../trpc.ts";
import { SettingsPanel } from "./settings-panels.tsx";

/** Shows what is held back until a trader has proved their identity or accepted agreements. */
export function GatesPanel() {
  const query = trpc.admin.settings.gates.get.useQuery(undefined, { refetchOnMount: "always" });
  const agreements = trpc.admin.agreements.list.useQuery();
  const nameOf = (id: number) =>
    agreements.data?.find((agreement) => agreement.id === id)?.name ?? `agreement #${id}`;
  const describe = ({ identity, agreements: ids }: GateRequirement) =>
    [...(identity ? ["proved identity"] : []), ...ids.map(nameOf)].join(", ") || "Off";
  return (
    <SettingsPanel
      title="Gates"
      subtitle="What is held back until traders have proved their identity or accepted agreements."
      query={query}
      lines={3}
      ability="settings.write"
      button={{ label: "Change", name: "Change the gates" }}
      dialog="gates"
    >
      {(gates) => (
        <Facts>
          {gateNames.map((gate) => (
            <Fact key={gate} name={gateLabels[gate]}>
              {describe(gates[gate])}
            </Fact>
          ))}
        </Facts>
      )}
    </SettingsPanel>
  );
}
