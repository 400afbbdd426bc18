import { Link } from "@tanstack/react-router";
import type { Person } from "../../../../src/business/links/persons/person.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { PersonName } from "../../../domain/format/texts.tsx";
import { personDialogs } from "./person-dialogs.ts";
import { usePersonOf } from "./use-person.ts";

interface PersonPanelProps {
  userId: number;
}

/** Shows the users that are counted as one person with a user, since when and why. */
export function PersonPanel({ userId }: PersonPanelProps) {
  const query = usePersonOf(userId);
  return (
    <Panel
      title="Person"
      subtitle="Users who are one person: their accounts may not be open against each other, and count together for the allocation. Each view is recorded for everyone shown."
      aside={<PersonActions userId={userId} person={query.data} />}
    >
      <Loaded query={query} noun="the person" skeleton={3}>
        {(person) =>
          person === null ? (
            <EmptyState icon="user" title="Not grouped with other users" />
          ) : (
            <PersonFacts person={person} userId={userId} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface PersonActionsProps extends PersonPanelProps {
  /** `null` if the user belongs to none. */
  person: Person | null | undefined;
}

function PersonActions({ userId, person }: PersonActionsProps) {
  const open = useOpenDialog(personDialogs);
  if (person === undefined) return null;
  if (person === null) {
    return (
      <PermittedButton ability="links.decide" size="small" onClick={() => open("group-user")}>
        Group with Others
      </PermittedButton>
    );
  }
  return (
    <>
      <PermittedButton
        key={userId}
        ability="links.decide"
        size="small"
        onClick={() => open("change-person", person.id)}
      >
        Change Person
      </PermittedButton>
      <PermittedButton
        ability="links.decide"
        size="small"
        onClick={() => open("delete-person", person.id)}
      >
        Delete Person
      </PermittedButton>
    </>
  );
}

function PersonFacts({ person, userId }: { person: Person; userId: number }) {
  const others = person.traders.filter((trader) => trader.userId !== userId);
  return (
    <Facts>
      <Fact name="Name">{person.name}</Fact>
      <Fact name="Grouped with">
        {others.length === 0
          ? "None; the others were deleted"
          : others.map((trader) => (
              <div key={trader.userId}>
                <Link to="/admin/users/$id" params={{ id: String(trader.userId) }}>
                  <PersonName of={trader} />
                </Link>
              </div>
            ))}
      </Fact>
      <Fact name="Since">{`${formatMoment(person.createdAt)}, by ${person.createdBy}`}</Fact>
      <Fact name="Why">{person.reason}</Fact>
      {person.linkId === null ? null : <Fact name="Confirmed by">{`Case #${person.linkId}`}</Fact>}
    </Facts>
  );
}
