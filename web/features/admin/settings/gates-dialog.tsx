import { z } from "zod";
import {
  type GateRequirement,
  gateLabels,
  gateNames,
  type Gates,
} from "../../../../src/business/traders/gates/gate.rule.ts";
import { recordOf } from "../../../../src/platform/fields/pick.rule.ts";
import { useExpectedSettings } from "../../../app/api-client/use-expected-settings.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { CheckboxGroup } from "../../../components/field/checkbox-group.tsx";
import { trpc } from "../../../trpc.ts";

const IDENTITY = "Identity";

const chosen = z.array(z.string());

/** What each gate asks for, by the labels of its checkboxes. */
const gatesForm = z.object({ fundedStep: chosen, payoutApproval: chosen, trading: chosen });

const useGates = () => trpc.admin.settings.gates.get.useQuery();

interface GatesProps extends DialogProps {
  subject: Gates;
}

/** Sets what each gate asks for. Archived agreements are not offered, but stay if they are set. */
export const GatesDialog = withSubject(
  useGates,
  "gates",
  function GatesForm({ subject: gates, ...frame }: GatesProps) {
    const { expected, onFailed } = useExpectedSettings(gates);
    const { data: agreements = [] } = trpc.admin.agreements.list.useQuery();
    const asked = gateNames.flatMap((gate) => gates[gate].agreements);
    const offered = agreements.filter(({ id, archivedAt }) => !archivedAt || asked.includes(id));
    const labelOf = (id: number) => agreements.find((each) => each.id === id)?.name ?? `#${id}`;
    const values = {
      [IDENTITY]: "The firm or its checker has approved the trader's documents.",
      ...Object.fromEntries(offered.map(({ name }) => [name, "The newest version is accepted."])),
    };
    const labelsOf = ({ identity, agreements: ids }: GateRequirement) => [
      ...(identity ? [IDENTITY] : []),
      ...ids.map(labelOf),
    ];
    const requirementOf = (labels: readonly string[]): GateRequirement => ({
      identity: labels.includes(IDENTITY),
      agreements: offered.filter(({ name }) => labels.includes(name)).map(({ id }) => id),
    });
    return (
      <MutationDialog
        {...frame}
        title="Gates"
        schema={gatesForm}
        present={recordOf(gateNames, (gate) => labelsOf(gates[gate]))}
        mutation={trpc.admin.settings.gates.set}
        toInput={(form) => ({
          ...recordOf(gateNames, (gate) => requirementOf(form[gate])),
          expected,
        })}
        onFailed={onFailed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Gates saved"
        failed="Update failed"
      >
        {(form) =>
          gateNames.map((gate) => (
            <CheckboxGroup
              key={gate}
              legend={gateLabels[gate]}
              options={[{ values }]}
              {...form.field(gate)}
            />
          ))
        }
      </MutationDialog>
    );
  },
);
