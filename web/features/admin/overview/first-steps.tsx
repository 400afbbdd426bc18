import Box from "@mui/material/Box";
import { Link, type LinkProps } from "@tanstack/react-router";
import { useMay } from "../../../app/session/use-may.ts";
import { useOverview } from "../../../app/api-client/overview.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";

/**
 * Lists what a new firm sets up first, for owners, until a programme, records and a trader are there. It is not shown
 * while any of this is not known.
 */
export function FirstSteps() {
  const isOwner = useMay("settings.write");
  return isOwner ? <Steps /> : null;
}

function Steps() {
  const users = useOverview().data?.users.total;
  const brand = trpc.admin.settings.brand.get.useQuery(undefined, options).data;
  const programmes = trpc.admin.programmes.list.useQuery({ limit: 1 }, options).data;
  const bridges = trpc.admin.bridges.list.useQuery(undefined, options).data;
  const statements = trpc.admin.statements.page.useQuery({ pageSize: 1 }, options).data;
  if (users === undefined || !brand || !programmes || !bridges || !statements) return null;
  const isHeard = bridges.some(({ lastFeedAt }) => lastFeedAt !== null);
  const steps: Step[] = [
    {
      text: "Choose the name and the logo of the firm",
      to: "/admin/settings",
      isDone: brand.name !== null,
    },
    {
      text: "Make the first programme, for example from a preset",
      to: "/admin/programmes",
      isDone: programmes.length > 0,
    },
    {
      text: "Connect the trading platform, or import a statement",
      to: "/admin/bridges",
      isDone: isHeard || statements.total > 0,
    },
    {
      text: "Add the first trader, with the step that they begin",
      to: "/admin/users",
      isDone: users > 0,
    },
  ];
  const [, ...needed] = steps;
  if (needed.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title="First Steps" subtitle="What a new firm sets up, in any order">
      <Box component="ol" sx={list}>
        {steps.map((step) => (
          <StepLine key={step.to} {...step} />
        ))}
      </Box>
    </Panel>
  );
}

const options = { staleTime: staleTimes.adminPages };

interface Step {
  text: string;
  to: NonNullable<LinkProps["to"]>;
  isDone: boolean;
}

function StepLine({ text, to, isDone }: Step) {
  return (
    <li>
      {isDone ? text : <Link to={to}>{text}</Link>}{" "}
      {isDone ? <Badge tone="green">Done</Badge> : null}
    </li>
  );
}

const list = {
  display: "grid",
  gap: "0.5rem",
  margin: 0,
  paddingInlineStart: "1.25rem",
  "& a": { textDecoration: "underline" },
};
